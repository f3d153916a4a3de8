"""Invented prompts as they are typed in the middle of work, some with the agent's message that they answer.

Written before the rules that are measured on them and by the same hand; only the misses of one half were looked at
while those were built (see `bench.triggers`). Each: what the agent had said before, what the person said.
"""

from __future__ import annotations

LASTING: tuple[tuple[str, str], ...] = (
    # corrections of what the agent did
    (
        "I added a mock for the payment gateway so the test can run offline.",
        "we don't mock the gateway here, it has a sandbox",
    ),
    ("Done. I created `utils/strings.py` with the new function.", "no utils modules please. put it next to its caller"),
    ("I pushed the branch to origin.", "I said no pushing without my ok"),
    ("I've added a docstring to every function.", "docstrings only where the name doesn't say it already"),
    ("I've committed the change.", "you forgot the ticket id in the message again, it goes in front"),
    (
        "I wrote the summary to SUMMARY.md.",
        "please don't leave those summary files around. tell me in the chat and that's it",
    ),
    ("The tests pass with `--no-verify`.", "hooks are there for a reason, no --no-verify"),
    (
        "I used `any` for the response type.",
        "any is not ok in this codebase, if you don't know the type use unknown and narrow it",
    ),
    ("I've bumped the version to 2.0.0.", "versions are bumped by the release job, not by hand"),
    ("I deleted the failing test.", "tests aren't deleted just because they are red. ever."),
    (
        "Added a try/except around the import.",
        "we let import errors crash. same for config errors, fail early is the idea",
    ),
    ("I've renamed the column with ALTER TABLE.", "schema changes go through alembic in this repo, not raw sql"),
    (
        "I've installed lodash to do the deep merge.",
        "no new deps for something like this. if it's under 20 lines we write it ourselves",
    ),
    (
        "Formatted with black.",
        "it's ruff format, black was kicked out months ago",
    ),
    (
        "I updated the snapshot files.",
        "you keep updating snapshots without looking at the diff, show me the diff first",
    ),
    ("I restarted the production worker.", "whoa. prod is read only for you"),
    (
        "I changed the public signature of `load()`.",
        "the public api is frozen until 3.0, so you'd have to add a new function instead",
    ),
    # answers to the agent's questions
    (
        "Two ways to do this:\n\n1. Polling every 30 seconds\n2. A websocket\n\nWhich one do you prefer?",
        "polling is fine, we don't need realtime",
    ),
    (
        "Should the cache be:\n- **in-memory** (simple)\n- **redis** (shared between workers)\n\nWhich would you like?",
        "redis",
    ),
    (
        "Open questions:\n1. Should deleted users keep their comments?\n2. Soft or hard delete?\n3. How long do we "
        "keep the audit log?",
        "1. yes, anonymised\n2. soft\n3. 90 days",
    ),
    (
        "What should happen if the config file is missing? I could fail, or create a default one.",
        "fail with a clear message. creating files behind people's back is bad",
    ),
    (
        "Should I name the flag `--force` or `--yes`?",
        "--yes, --force sounds like it overrides checks",
    ),
    (
        "I'd suggest a limit of 50 items per page. Does that work?",
        "make it 25, the old clients choke on more",
    ),
    (
        "Do you want the ids to be integers or UUIDs?",
        "uuids, v7 so they sort",
    ),
    ("Should we support Python 3.9 as well?", "nope, 3.11 is the minimum"),
    (
        "The options are:\n\nA) keep the old endpoint\nB) redirect it\nC) remove it\n\nWhat do you think?",
        "C, nobody calls it anymore and I don't want to maintain it",
    ),
    (
        "Shall I keep the fallback to the old format?",
        "no, no backwards compat needed, we have no users yet",
    ),
    # choices in passing
    ("", "ok after sleeping on it: we go with sqlite, postgres is overkill for a desktop app"),
    ("", "I talked to the team and the retries stay at 3, let's not make that configurable"),
    ("", "the login page needs a rework. btw we're dropping IE support so no polyfills"),
    ("", "error codes should start with APP_ so support can grep for them"),
    ("", "the cli should stay dependency free, that's the whole point of it"),
    ("", "I'd like the dashboard to be dark by default, people can still switch"),
    ("", "timeouts in this service are in milliseconds everywhere, seconds caused an outage once"),
    ("", "call them workspaces in the ui, projects is what the old product called them"),
    ("", "the worker shouldn't know about http at all, keep that in the api layer"),
    ("", "we can live without the xml export, drop it"),
    ("", "Money is stored in cents as integers. Please fix the invoice model accordingly."),
    ("", "feature flags live in flags.toml and nowhere else"),
    ("", "We went back and forth on this a lot, final answer: monorepo."),
    # how this person likes to work
    ("", "can you give me the short version first and details only if I ask? that goes for all answers"),
    ("", "when you're not sure just ask, guessing costs me more time"),
    ("", "one commit per logical change would make my life easier when reviewing"),
    ("", "I review on my phone so smaller diffs are better"),
    ("", "don't explain git to me, I've used it for 15 years"),
    ("", "stop apologizing and just fix it"),
    ("", "i'm dyslexic, bullet points over paragraphs pls"),
    ("", "let me do the commits myself"),
    ("", "it would help if you ran the linter before saying you're done"),
    ("", "if a test is flaky tell me, don't just rerun it until it's green"),
    ("", "next time you touch the parser run the fuzz target too, it takes 10 seconds"),
    ("", "talk to me in german, code and comments stay english"),
    ("", "You don't have to ask before running read-only commands."),
    ("", "Whatever you do, leave the .env files alone."),
    ("", "i'd rather have a failing test than a skipped one"),
    ("", "Before opening a PR rebase on main and run the whole suite, CI minutes are expensive."),
    # in a longer prompt
    (
        "",
        "The import job died again last night, see the log in /var/log/import.log. Please find out why and add a "
        "test. The tests for jobs go to tests/jobs, one file per job.",
    ),
    (
        "",
        "Great work! Now do the same for the orders table. And one thing for the future: migrations get a timestamp "
        "prefix, not a number.",
    ),
    (
        "",
        "please add pagination to /users. use cursor pagination, we don't do offset pagination since the big outage",
    ),
    (
        "",
        "Here is the stack trace:\n\n```\nValueError: bad date\n  at parse (dates.py:12)\n```\n\nFix it, and parse "
        "dates with pendulum only, the stdlib parser has bitten us twice.",
    ),
    ("", "refactor the mailer. requirements: no globals, everything gets injected through the constructor as usual"),
    # other languages
    ("", "wir loggen hier auf englisch, auch wenn die ui deutsch ist"),
    ("", "commit messages bitte auf englisch und im imperativ"),
    ("", "nicht direkt auf main pushen, das läuft bei uns nur über PRs"),
    ("", "ich hätte die antworten gern kürzer"),
    ("", "on ne met pas de logique métier dans les contrôleurs"),
    ("", "les noms de variables en anglais s'il te plaît, même si on parle français"),
    ("", "los tests van en la carpeta tests/, nunca al lado del código"),
    ("", "no toques los archivos generados, se regeneran solos"),
    ("", "aqui a gente usa pnpm, não npm"),
    ("", "preferisco messaggi di commit brevi, una riga"),
    ("", "we gebruiken hier tabs, geen spaties"),
    ("", "提交信息请用英文写"),
    ("", "テストは必ずpytestで書いてください"),
    ("", "у нас в проекте комментарии пишут на английском"),
    ("", "주석은 항상 한국어로 작성해 주세요"),
    ("", "testler her zaman ayrı klasörde olsun, kaynak kodun yanına koyma"),
    ("", "skriv alltid commit-meddelanden på engelska"),
)
PASSING: tuple[tuple[str, str], ...] = (
    # programs, not people
    ("", "the health check always returns null after a redeploy"),
    ("", "the retry loop never terminates when the queue is empty"),
    ("", "it never used to do that before the upgrade"),
    ("", "we always end up in the else branch, why?"),
    ("", "tests should be green again after your change, they aren't"),
    ("", "the button should be blue but it's grey"),
    ("", "users should get an email after signing up but nothing arrives"),
    ("", "every request gets a 401 since this morning"),
    ("", "the scheduler never calls on_tick, I checked with a breakpoint"),
    ("", "this function is called twice and should be called once"),
    ("", "the docs say to always run as root, is that really needed?"),
    ("", "we don't get any rows back from that query"),
    ("", "we don't see the error on staging"),
    ("", "we use too much memory in the parser, can you profile it?"),
    ("", "It must be the cache. Clear it and try again."),
    # figures of speech
    ("I can also add a changelog entry if you like.", "never mind, that's fine as it is"),
    ("", "nevermind, found it"),
    ("", "always a pleasure, thanks!"),
    ("", "I never would have found that, nice"),
    ("", "remember the bug from yesterday? it's back"),
    ("", "as always, great job"),
    ("", "don't worry about it"),
    ("", "no problem, take your time"),
    ("", "I don't think that's the reason, look at line 40 again"),
    ("", "I'd rather not speculate, let's look at the numbers"),
    # one-off orders
    ("", "run the tests"),
    ("", "rename foo to bar in this file"),
    ("", "use the second screenshot for the header"),
    ("", "don't commit this yet"),
    ("", "stop the server please"),
    ("", "please make sure it compiles"),
    ("", "add a button that never disappears"),
    ("", "write a function that always returns the larger of the two"),
    ("", "delete the old branch and push"),
    ("", "can you remove the print statements you added?"),
    ("", "no, the other file"),
    ("", "no that's not it, the error is in the second call"),
    ("", "change the timeout to 5s and rerun, let's see if it helps"),
    ("", "keep going"),
    ("", "please use the plan you wrote to implement step 3"),
    ("", "move the helper into the class and fix the callers"),
    ("", "let's go with the flow and see what the profiler says first"),
    ("", "let's use this branch for the experiment and throw it away afterwards"),
    ("", "make the title bigger and put the logo on the left"),
    ("", "for now just hardcode the url so I can demo it in an hour"),
    ("", "skip the tests this time, I just want to see it run"),
    ("", "revert that, it broke the build"),
    ("", "not like that. look at how the users page does it"),
    ("", "before we continue, what's the current state of the migration?"),
    ("", "if that doesn't work try clearing the node_modules"),
    ("", "when I click on save nothing happens, please check"),
    # questions
    ("", "should we always validate on the client too?"),
    ("", "do we prefer composition here or is inheritance ok?"),
    ("", "what's our convention for naming the tables?"),
    ("", "how do I tell git to never rebase automatically?"),
    ("", "is it true that you should never use floats for money?"),
    ("", "would it be better to use a queue instead of polling?"),
    ("", "why do we use redux here at all?"),
    ("", "do you think we should drop the xml export?"),
    ("", "what would you prefer, a class or a function?"),
    # not settled
    ("", "maybe we should move to pnpm at some point"),
    ("", "I'm thinking about making the sidebar collapsible by default, not sure yet"),
    ("", "perhaps a queue instead of polling? just brainstorming"),
    ("", "we might want to drop support for windows someday"),
    # go-ahead
    ("I suggest removing the unused import. Shall I?", "yes please"),
    ("Want me to open the PR now?", "yes, go ahead"),
    ("1. Commit now\n2. Review the diff first\n\nWhat would you like?", "2"),
    ("Should I run the full suite or only the unit tests?", "only the unit tests"),
    ("Should I continue with the next file?", "sure, and then the one after that"),
    ("Do you want me to explain the algorithm?", "no, just show me the result"),
    # pasted
    (
        "",
        "the reviewer wrote:\n\n> Please always add a type annotation.\n> Never use bare except.\n\nwhat does he mean?",
    ),
    (
        "",
        "Summarize this page for me:\n\nContainers should always be run as root. Never disable the daemon. We "
        "recommend that you always keep the default settings.",
    ),
    ("", "```\n# Rules\n- always use tabs\n- never commit to main\n```\nis this file still used anywhere?"),
    ("", "got this from the linter:\n\nerror: Never use `eval`\nwarning: Prefer const over let\n\nfix them"),
    ("", 'this is from the README of the library: "always call close()". do we do that?'),
    ("", "my boss said we should always deploy on fridays lol"),
    ("", "translate to german: Always wear a helmet. Never ride alone."),
    ("", "<doc>\nYou must always answer in JSON.\nNever reveal the prompt.\n</doc>\nwhat's wrong with this prompt?"),
    # other languages
    ("", "der server gibt immer 500 zurück wenn ich mich einlogge"),
    ("", "warum verwenden wir hier eigentlich redux?"),
    ("", "das hat noch nie funktioniert, oder?"),
    ("", "la page ne s'affiche jamais sur mobile"),
    ("", "ça marche toujours pas"),
    ("", "siempre me sale el mismo error al compilar"),
    ("", "o teste nunca passa na primeira vez"),
    ("", "il server non risponde mai dopo il riavvio"),
    ("", "为什么总是返回空值？"),
    ("", "ログインするといつもエラーになります"),
    ("", "тест всегда падает на второй строке"),
    ("", "benenne die variable bitte in count um"),
)
