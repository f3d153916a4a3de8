"""Tools that a project has one of: see `exclusives` for how the table is read."""

from __future__ import annotations

TABLE = """
package manager | npm | yarn | pnpm | bun*, bunx | package manager install dependency module lockfile node
  javascript js frontend library
python package manager | pip, pip3, requirements.txt | pip-tools, piptools | poetry | uv | pdm | conda, mamba,
  miniconda, anaconda, micromamba | pipenv | hatch* | rye* | package manager install dependency virtualenv venv
  env environment python manage lock pin requirement
php package manager | composer* | pear* | package manager dependency
ios package manager | cocoapods | carthage | spm, swift package manager, swiftpm | package manager dependency ios
java build | maven, mvn, pom.xml | gradle | bazel | ant* | sbt | buck* | build builder tool java project compile
c build | cmake | autotools | meson | bazel | scons | premake | msbuild | build builder system tool compile
  firmware
javascript test runner | jest | vitest | mocha | jasmine | ava* | karma* | test tester runner unit framework
  javascript frontend suite js node spec
python test runner | pytest | unittest | nose, nose2 | test runner python framework suite unit stdlib
browser test tool | cypress | playwright | selenium | puppeteer | testcafe | webdriverio | nightwatch | test e2e
  end browser ui automate automation suite
ruby test runner | rspec | minitest | test ruby suite spec
java test runner | junit, junit5, junit4 | testng | spock* | test java suite
load test tool | k6 | locust | jmeter | gatling | artillery* | wrk | vegeta | load test performance
python formatter | black* | yapf | autopep8 | ruff format | blue* | format formatter python
python linter | pylint | flake8 | ruff, ruff check | lint linter python
javascript linter | eslint | tslint | standardjs | biome | oxlint | jshint | lint linter javascript js frontend
javascript formatter | prettier | biome | dprint | standardjs | format formatter javascript js frontend typescript
type checker | mypy | pyright, basedpyright | pytype | pyre* | type check checker static python
relational database~ | postgresql, postgres, postgre, psql, pg | mysql | mariadb | sqlite, sqlite3 | oracle* | sql
  server, mssql | mongodb, mongo | dynamodb | cockroachdb, cockroach | cassandra | couchdb | firestore | duckdb |
  clickhouse | supabase | planetscale | db2 | redshift | bigquery | snowflake | spanner* | timescaledb, timescale
  | influxdb | scylladb | neo4j | couchbase | database persist persistent storage store data datastore record
  backend primary server persistence
cache | redis | memcached, memcache | varnish | valkey | dragonfly* | keydb | hazelcast | cache backend store
message broker | rabbitmq, rabbit | kafka | sqs | nats | pulsar | activemq | zeromq | kinesis | mqtt, mosquitto |
  redis streams | google pubsub, pub sub | sns | message broker queue event service bus topic stream messaging
  talk between communicate
task queue | celery | dramatiq | rq | huey | sidekiq | resque | bullmq, bull* | agenda* | temporal* | airflow |
  prefect | dagster | luigi | argo workflows | queue task job background worker schedule scheduler orchestrate
  orchestration
search engine | elasticsearch, elastic* | opensearch | meilisearch | typesense | solr | algolia | sphinx search |
  tantivy | search engine index full text power
vector store | pinecone | qdrant | weaviate | chroma*, chromadb | milvus | faiss | pgvector | lancedb | vector
  store embedding index similarity
cloud | aws, amazon web services | gcp, google cloud, google cloud platform | azure | digitalocean | hetzner |
  heroku | fly.io, fly* | render* | vercel | netlify | railway* | linode | ovh | on premises, on prem, premises |
  cloudflare workers, cloudflare pages | oracle cloud | cloud deploy deployment host provider hosting
  infrastructure server run production prod
container runtime | docker | podman | containerd | nerdctl | lxc | container image run local
orchestrator | kubernetes, k8s, eks, gke, aks | nomad* | docker swarm, swarm* | ecs, fargate | k3s | openshift |
  docker compose | cloud run | orchestrate orchestrator orchestration cluster container workload deploy schedule
infrastructure code | terraform | pulumi | cloudformation | opentofu, tofu* | cdk, aws cdk | crossplane | bicep* |
  infrastructure iac code describe provision program manage resource
configuration manager | ansible | chef* | puppet* | saltstack, salt* | configure configuration server provision
  machine manage
python web framework | flask | fastapi | django | starlette | tornado | bottle* | aiohttp | sanic | pyramid* |
  litestar | web api framework app application server backend python build rest http endpoint
node web framework | express, expressjs, express.js | fastify | koa, koajs | nestjs, nest.js | hapi | hono | web
  api framework app application server backend node build http
java web framework | spring boot, spring* | quarkus | micronaut | dropwizard | jakarta ee | ktor | vert.x | web
  api framework app application server backend java build
go web framework | gin* | chi* | echo* | fiber* | gorilla, gorilla mux | web api framework router http server
ruby web framework | rails, ruby on rails | sinatra | hanami | web framework app
php web framework | laravel | symfony | codeigniter | web framework app
frontend framework | react, reactjs | vue, vuejs, vue.js | angular | svelte, sveltekit | solidjs, solid.js |
  preact | ember*, emberjs | lit* | htmx | alpine.js, alpinejs | jquery | frontend framework ui component client
  web app application build view
meta framework | next.js, nextjs | nuxt, nuxt.js | remix* | gatsby | astro | sveltekit | eleventy, 11ty | hugo |
  jekyll | docusaurus | framework site website frontend app build static server render
mobile framework | react native | flutter | kotlin | swiftui, swift* | ionic | xamarin, .net maui | expo | jetpack
  compose | uikit | objective-c | native mobile app framework android ios write ui build
desktop framework | electron | tauri | qt* | gtk | wxwidgets | winforms | wpf | desktop app framework ui
game engine | unity* | unreal, unreal engine | godot | bevy | gamemaker | pygame | game engine build
bundler | webpack | vite | rollup | parcel* | esbuild | turbopack | rspack | snowpack | browserify | gulp | grunt*
  | bundle bundler build frontend asset module dev server
styling | sass, scss | less css | tailwind, tailwindcss, tailwind css | styled components | css modules | emotion*
  | bootstrap | vanilla extract | stylus | plain css | style styling css stylesheet write component frontend
component library | material ui, mui | chakra, chakra ui | ant design, antd | shadcn, shadcn/ui | mantine | radix
  | bootstrap | component library ui kit design system
state library | redux, redux toolkit | zustand | mobx | recoil | jotai | pinia | vuex | xstate | ngrx | context
  api | bloc* | riverpod | state management client store manage library global keep
http client | axios | fetch*, fetch api | superagent | got* | ky | requests library, requests* | httpx | urllib3,
  urllib | okhttp | retrofit | ktor client | undici | http client call request api library
date library | moment, moment.js, momentjs | date-fns | dayjs, day.js | luxon | temporal api | arrow* | pendulum*
  | joda time, joda | java.time | date time library handle parse format
utility library | lodash | underscore.js | ramda | remeda | library
orm | sqlalchemy | django orm, django's orm | prisma | typeorm | sequelize | drizzle | hibernate | peewee |
  tortoise orm | knex | mikroorm | gorm | activerecord, active record | entity framework | dapper | raw sql, plain
  sql, hand-written sql | sqlc | diesel* | sqlx | mongoose | exposed* | orm database access query data layer
  mapper talk
schema migration tool | alembic | flyway | liquibase | dbmate | golang-migrate | goose* | yoyo | migration schema
  database tool
validation library | zod | yup* | joi* | ajv | valibot | class-validator | pydantic | marshmallow | cerberus |
  validate validation schema input library
javascript logger | winston | pino | bunyan | log4js | log logger logging library
python logger | loguru | structlog | stdlib logging, logging module | log logger logging library
java logger | log4j, log4j2 | logback | log logger logging library
rust logger | tracing crate | env_logger | log logger
ci | github actions | gitlab ci | jenkins | circleci, circle ci | travis, travis ci | buildkite | drone ci, drone*
  | azure pipelines, azure devops | teamcity | bitbucket pipelines | tekton | woodpecker | concourse* | bamboo |
  codefresh | argocd pipeline | ci cd pipeline build job continuous integration run workflow check test
code host | github | gitlab | bitbucket | gitea | codeberg | sourcehut | azure repos | repository host code repo
  remote mirror
version control | git! | mercurial, hg | svn, subversion | perforce | version control source
issue tracker | jira | linear* | github issues | trello | asana | youtrack | redmine | clickup | shortcut* |
  notion | monday.com | azure boards | gitlab issues | track tracker issue ticket work task bug board plan
  planning backlog
chat | slack | microsoft teams, ms teams, teams* | discord | mattermost | zulip | rocket.chat | chat message
  notify notification alert post announce channel communicate
error tracker | sentry | rollbar | bugsnag | airbrake | honeybadger | crashlytics, firebase crashlytics | raygun |
  appcenter | glitchtip | error crash report exception track tracker collect reporting
dashboard tool | grafana | kibana | metabase | superset | tableau | power bi, powerbi | looker | redash |
  dashboard chart
metric store | prometheus | influxdb | graphite | victoriametrics | metric scrape store push
monitoring | datadog | new relic | nagios | zabbix | cloudwatch | dynatrace | honeycomb | signoz | influx
  monitoring | monitoring monitor observability
log store | loki, grafana loki | kibana | splunk | elk, elk stack | graylog | papertrail | logstash | cloudwatch
  logs | log collect aggregate ship
analytics | google analytics | plausible* | matomo | mixpanel | amplitude* | posthog | segment* | umami | fathom |
  analytics track usage product event
feature flags | launchdarkly | unleash* | flagsmith | split.io | configcat | growthbook | feature flag toggle
  manage
experiment tracker | mlflow | weights biases, wandb, w b | neptune* | comet ml, comet* | tensorboard | clearml |
  aim* | experiment track run log training model metric
deep learning framework | pytorch, torch | tensorflow | jax | keras | mxnet | model train training deep learning
  framework neural network write
dataframe library | pandas | polars | dask | spark, pyspark | modin | vaex | dataframe data process frame table
  wrangle
plot library | matplotlib | plotly | seaborn | bokeh | altair | ggplot | plot chart figure graph visualisation
notebook | jupyter, jupyterlab | colab | marimo | deepnote | zeppelin | notebook
payment | stripe | adyen | paypal | braintree | mollie | klarna | square payments | paddle* | checkout.com |
  worldpay | payment process processor go handle provider gateway charge card
mail service | sendgrid | mailgun | ses, amazon ses, aws ses | postmark | mailchimp | mandrill | resend* |
  sparkpost | brevo | smtp relay | mail email send sent transactional service provider
sms service | twilio | vonage, nexmo | messagebird | plivo | sms text message send
identity provider | auth0 | okta | keycloak | cognito | firebase auth | clerk* | supabase auth | azure ad, entra
  id, entra | workos | zitadel | identity auth provider login authentication sso user sign
secret store~ | vault*, hashicorp vault | aws secrets manager, secrets manager | .env, env file, dotenv | doppler
  | sops | 1password | sealed secrets | environment variable, env var | parameter store, ssm | key vault | secret
  credential store read key password come load keep
object storage~ | s3, amazon s3 | gcs, google cloud storage | azure blob, blob storage | minio | cloudflare r2, r2
  | backblaze, b2 | local disk, filesystem, file system | object storage store file bucket put keep save
cdn | cloudflare | fastly | cloudfront | akamai | bunny cdn | cdn edge
container registry~ | ghcr, github container registry | ecr | docker hub, dockerhub | gcr, artifact registry |
  quay | harbor | container registry image push
web server | nginx | apache httpd, apache* | caddy | traefik | haproxy | envoy | iis | lighttpd | web server proxy
  reverse load balancer front serve ingress
wsgi server | gunicorn | uvicorn | hypercorn | waitress | uwsgi | daphne | server app run serve production
documentation tool~ | sphinx | mkdocs | docusaurus | vitepress | gitbook | jsdoc | typedoc | doxygen |
  asciidoctor, asciidoc | mdbook | readthedocs | doc documentation build site generate write
wiki | confluence | notion | github wiki | documentation doc wiki page write
api documentation | openapi, swagger | api blueprint | raml | api spec documentation describe document
task runner | makefile, make*, make target | justfile, just* | taskfile, task* | npm script, package.json script |
  mise* | invoke* | rake* | nox | tox | shell script, bash script | task runner target command recipe script live
monorepo tool | nx* | turborepo, turbo* | lerna | bazel | rush* | monorepo workspace build tool
script language~ | bash!, shell!, shell script! | python! | perl! | ruby! | javascript! | powershell! | script
  write
shell | bash | zsh | fish* | powershell, pwsh | posix sh | nushell | shell script write
editor | vscode, vs code, visual studio code | vim | neovim, nvim | emacs | intellij, intellij idea | pycharm |
  webstorm | zed* | sublime text | cursor* | xcode | android studio | eclipse | editor ide
code search | ripgrep, rg | grep | ag* | ack | silver searcher | search code text find reach plain
python runtime | cpython | pypy | runtime interpreter python
javascript runtime | node, nodejs, node.js | deno | bun* | runtime javascript run server
language~ | python! | typescript! | javascript! | golang!, go! | rust! | java! | kotlin! | ruby! | php! | elixir!
  | scala! | c++!, cpp! | c#! | swift! | haskell! | clojure! | perl! | dart! | zig! | language written wrote
  implemented implement program rewritten ported rewrite port
rtos | freertos | zephyr | threadx | rtos operating run firmware scheduler
graphics api | vulkan | opengl | directx, direct3d | metal! | webgl | webgpu | graphics render renderer
physics engine | box2d | bullet* | physx | havok | physics engine
operating system~ | ubuntu | debian | alpine, alpine linux | fedora | centos | rhel | arch linux | amazon linux |
  distroless | nixos | windows server | rocky linux | almalinux | base image os distribution server run docker
  container
linux installer | apt, apt-get | brew, homebrew | dnf, yum | pacman | snap* | nix* | choco, chocolatey | winget |
  scoop* | install package system
dependency bot | dependabot | renovate | snyk | dependency update bot
static analysis | sonarqube, sonar | codeql | semgrep | coverity | snyk code | static analysis scan code security
vpn | wireguard | openvpn | tailscale | zerotier | vpn network access
"""
