"""Styles, formats, units and policies that exclude each other: see `exclusives` for how the table is read."""

from __future__ import annotations

TABLE = """
voltage unit~ | volt, volts | millivolt, millivolts | unit value
weekday~ | monday, mondays, mon | tuesday, tuesdays, tue | wednesday, wednesdays, wed | thursday, thursdays, thu |
  friday, fridays, fri | saturday, saturdays | sunday, sundays | go out day
authentication | jwt, jwts, json web token | session cookie, cookie session, server side session, cookie based
  session, session based | basic auth | api key | mtls, mutual tls | opaque token | auth authentication
  authenticate use token login request client session verify
sso protocol | saml | oidc, openid connect | ldap | sso login protocol single sign
api style | rest, restful | graphql | grpc | soap* | trpc | json-rpc | api expose style interface endpoint offer
  public build
serialisation~ | json | xml | protobuf, protocol buffers | msgpack, messagepack | avro | csv | parquet | yaml* |
  toml | thrift | format serialise serialize data exchange return wire output
config format | yaml | toml | json config | ini | hcl | dotenv | config configuration format file write
python docstring style | google style, google docstring | numpy style, numpydoc, numpy docstring | sphinx style,
  rest style, restructuredtext docstring | docstring style write format
repository layout | monorepo, single repository, one repo | polyrepo, multi repo, separate repository, separate
  repo | repository repo layout code live
data model | relational | document store | event sourced, event sourcing | crud | data model
indentation | tab | space | indent indentation style code file level use width
quotes | single quote, single! | double quote, double! | backtick quote | quote string literal
semicolons | semicolon | without semicolon, semicolon free, semicolonless | semicolon statement end style code
casing~ | camelcase, camel case, lowercamelcase | snake_case, snake case, lower_snake_case | pascalcase, pascal
  case, uppercamelcase | kebab-case, kebab case, kebabcase, dash case | screaming_snake_case, upper_case,
  uppercase, upper case, all caps | lower_case, lowercase, lower case | title case | sentence case | hungarian
  notation | casing case name naming
number of nouns~ | singular | plural | name naming form
brace position | new line!, new line brace, next line!, own line!, allman | same line!, k r | brace open opening
  go stay curly
export style | default export | named export | export only module use
component style | class component, class based component, class! | function component, functional component,
  hook!, function! | component react
asynchronous style | callback | promise, promise chain | async await, async/await, await | rxjs observable,
  observable | asynchronous async code write
error style | exception!, raise!, throw! | result value!, result type!, either type! | error code!, return code! |
  panic! | error handling function
inheritance | composition | inheritance | prefer design favour
paradigm | object oriented, oop | functional programming, functional style | procedural | code style write
spelling~ | british, british english, uk english | american, american english, us english | spelling english text
  ui use
natural language~ | english | german | french | spanish | italian | portuguese | dutch | japanese | chinese,
  mandarin | polish* | russian | korean | swedish | language
comment style | jsdoc comment | tsdoc | comment doc
string formatting | f-string, f string, fstring | percent formatting | str.format, format method | string format
  interpolation
commit style | conventional commit, conventional commits | free form, freeform | gitmoji | imperative mood commit
  | commit message prefix follow
merge strategy | squash, squash merge, squash and merge | merge commit, no-ff | rebase, rebase merge, rebase and
  merge, fast forward | merge pr branch strategy land history integrate
branching | trunk based, trunk based development | git flow, gitflow | github flow | branch work workflow model
  development follow
versioning | semver, semantic versioning | calver, calendar versioning | version versioning scheme release number
  follow
licence | mit, mit license, mit licence | apache-2.0, apache 2.0, apache 2, apache license 2.0, apache license,
  apache licence | gpl, gplv3, gpl-3.0, gplv2 | agpl, agplv3 | lgpl | bsd, bsd-3-clause, bsd 3 clause | mpl,
  mpl-2.0 | proprietary, closed source | unlicense | isc* | licence license licensed project code release
timezone~ | utc, gmt | local time, local timezone, server time, browser timezone | cet, europe/berlin, berlin time
  | est, new york time | pst, pacific time | time timezone timestamp date zone store
date format~ | iso 8601, iso-8601, iso8601, yyyy-mm-dd, iso date, rfc 3339, rfc3339 | dd.mm.yyyy | mm/dd/yyyy |
  dd/mm/yyyy | epoch second, unix timestamp, epoch!, unix time, unix epoch, epoch milliseconds, epoch millis |
  date format timestamp time write
money~ | cent, integer cent, minor unit | euro, decimal euro | dollar, decimal dollar | money price amount store
  currency value
number representation~ | float, floating point, double precision | decimal | integer, int, whole number | string
  number |
length unit~ | meter, metre | kilometer, kilometre, km | mile | inch, inches | foot, feet | millimetre,
  millimeter, mm | centimeter, centimetre, cm | pixel, px | rem unit, rem, em unit | yard | nautical mile | unit
  measure report
temperature unit~ | celsius, °c | fahrenheit, °f | kelvin | temperature unit value degree
angle unit~ | degree | radian, rad | angle rotation heading unit
mass unit~ | gram | kilogram, kg | pound, lb, lbs | ounce | mass weight unit
duration unit~ | millisecond unit, in milliseconds, in ms, in millis, milliseconds | in seconds, seconds | in
  minutes, minutes | in microseconds, microseconds | in nanoseconds, nanoseconds | in ticks, ticks | duration unit
  time given measure
size unit~ | in bytes, bytes | in kilobytes, kilobytes, kb, kibibytes, kib | in megabytes, megabytes | in bits,
  bits | size unit file report
measurement system | metric system, metric!, metric unit, si unit | imperial, imperial unit, us customary | unit
  system measurement measure
byte order | little endian | big endian, network byte order | byte order endian encode
encoding~ | utf-8, utf8 | utf-16 | latin-1, iso-8859-1 | ascii | encoding charset file text
line ending | lf, unix line ending | crlf, windows line ending | line ending file
identifier~ | uuid, uuidv4, uuidv7, uuids | auto increment, auto incremented, autoincrement, serial, integer id,
  auto incremented integer, bigint, sequential integer, integer! | ulid | nanoid | snowflake id | cuid | slug* |
  id identifier key primary
deletion | soft delete, softdelete, archive flag | hard delete, deleted for good, delete permanently, permanently
  delete, physical delete | delete user row record
architecture | monolith, monolithic, modular monolith | microservice, micro service | serverless, lambda function
  | system architecture app application consist service
rendering~ | server side rendering, ssr, server rendered, rendered on server | client side rendering, csr, spa,
  single page app, client rendered | static generation, ssg, static site | page render app
theme~ | dark mode, dark theme, dark* | light mode, light theme, light* | theme default mode ui
concurrency style~ | synchronous, sync!, synchronously | asynchronous, async, asynchronously | run importer call
  client
concurrency | single threaded, singlethreaded, one thread | multi threaded, multithreaded, thread pool | thread
  run
execution order~ | parallel, in parallel, concurrently, concurrent | sequential, sequentially, serial, serially,
  one after another, one by one, one at a time | test run job execute order
delivery | at least once | exactly once | at most once | delivery message guarantee
deploy strategy | blue green, blue/green | rolling update, rolling deployment, rolling | canary, canary release |
  recreate* | big bang | deploy deployment strategy release roll out
release rhythm | on demand!, manually! | every commit!, each commit!, continuously, continuous deployment | nightly
  | deploy release ship
test approach | tdd, test first, test before code, test driven | test after, test afterwards | test write code
  before
mocking | real database, real db, testcontainers, actual database | mock database, mocked database, fake database,
  in memory database | test database unit hit run
test place | beside source, next to source, next to the code, next to source file, co located, colocated,
  alongside the source, next to the source, beside the source, next to the file | separate test folder, top
  level!, tests folder, test directory, tests directory, separate folder! | test put belong live source
branch name | main! | master! | develop! | trunk! | release branch | branch default base release cut
data transfer~ | sftp, ftp, ftps | webhook, webhooks | polling | websocket, websockets | server sent event, sse |
  rsync | scp | email attachment | data transfer pull come through receive get arrive push
transport~ | tcp | udp | quic | websocket | serial port, uart | spi* | i2c, i²c | can bus | bluetooth, ble |
  zigbee | lora, lorawan | usb | transport bus protocol connect connection talk communicate
access | private! | public!, open source | repository repo visibility
interface | command line, cli | gui, graphical | web ui | interface tool
storage of state | stateless | stateful, session state in memory | service keep state session
rounding | half even, banker rounding, bankers rounding | half up | round rounding truncate
mutability~ | immutable, read only, readonly | mutable, editable, edited, can be edited, changeable, modifiable |
  order once create created after
save place | locally, on disk, local storage | in the cloud, cloud save | save game keep
network access | internet, publicly reachable | vpn, intranet, internal network | reachable reach panel access
  network
algorithm shape | recursive, recursively | iterative, iteratively | parser
reversibility | irreversible, cannot be undone, final, permanent | reversible, can be undone, undoable,
  recoverable | deletion delete undo
markup~ | markdown | asciidoc | restructuredtext, rst | html! | doc documentation write
log level~ | debug level, at debug | info level, at info | warning level, at warning | error level | trace level
  | log level logger logging
image format~ | png | jpeg, jpg | webp | avif | svg | gif | image format picture icon
sort order~ | ascending, oldest first | descending, newest first | sort order list
password hash | bcrypt | argon2, argon2id | scrypt | pbkdf2 | md5! | sha256!, sha-256! | hash password
"""
