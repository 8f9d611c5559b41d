//! What the help of each command says behind its flags: examples above all.

pub(super) const EXEC: &str = "\
Examples:
  clawperator exec --validate-only plan.json
  clawperator exec --dry-run - < plan.json
  clawperator exec --validate-only '{\"commandId\":\"c1\", …}'";

pub(super) const SNAPSHOT: &str = "\
Example:
  clawperator snapshot --json --device emulator-5554";

pub(super) const SCREENSHOT: &str = "\
Examples:
  clawperator screenshot --path settings.png
  clawperator screenshot marked.png --marks --max-side 1024";

pub(super) const READ: &str = "\
Examples:
  clawperator read --id android:id/title
  clawperator read --text-contains Price --container-id android:id/list --all --json";

pub(super) const READ_VALUE: &str = "\
Example:
  clawperator read-value --label Battery";

pub(super) const WAIT: &str = "\
--timeout is how long to wait; the execution gets 5000 ms more, at least 30000 ms.

Examples:
  clawperator wait --text Done --role button
  clawperator wait --text-contains Done --timeout 10000
  clawperator wait --text \"Loading\" --gone --timeout 30000
  clawperator wait --toast-contains Saved --operator resident";

pub(super) const WAIT_FOR_IDLE: &str = "\
--timeout is how long to wait [default: 10000 ms]. Says whether the screen came to rest; both are an answer.
To wait for something that is known, use `wait`: it is surer and faster.

Example:
  clawperator wait-for-idle --quiet 1s";

pub(super) const EXISTS: &str = "\
Exits with 0 when it is there, with 4 when it is not, and with 8 when the screen does not tell. Waits for nothing.
What a lock screen shows is there too. The exit code of --dry-run and --validate-only is that of the plan.

Examples:
  clawperator exists --text \"Sign out\"
  if clawperator exists --matches \"Error.*\" -i; then clawperator back; fi";

pub(super) const WAIT_FOR_NAV: &str = "\
--timeout is how long to wait, at most 30000 ms.

Examples:
  clawperator wait-for-nav --app com.android.settings --timeout 5000
  clawperator wait-for-nav --text \"About phone\" --timeout 5000";

pub(super) const CLICK: &str = "\
Examples:
  clawperator click --text Battery
  clawperator click --id com.example:id/submit --long --hold 2s
  clawperator click --text Photo --double
  clawperator click --coordinate 540 1200";

pub(super) const TYPE: &str = "\
Examples:
  clawperator type \"hello world\" --role textfield
  clawperator type --text hello --id com.example:id/search --clear --submit";

pub(super) const CLEAR_TEXT: &str = "\
Without a selector it is the field that has the focus. To put another text in place of one: `type --clear`.

Examples:
  clawperator clear-text
  clawperator clear-text --id com.example:id/search";

pub(super) const HIDE_KEYBOARD: &str = "\
Presses back only where a keyboard is seen: without one, back would leave the page.

Example:
  clawperator hide-keyboard";

pub(super) const WAKE: &str = "\
A lock that needs a PIN, a pattern or a fingerprint stays closed, and the command fails with 3: unlock the phone by hand.

Examples:
  clawperator wake
  clawperator wake --unlock";

pub(super) const PRESS: &str = "\
Examples:
  clawperator press home
  clawperator press enter
  clawperator press dpad_down --times 3";

pub(super) const BACK: &str = "\
Example:
  clawperator back";

pub(super) const OPEN: &str = "\
--name is the last part of a package id, in any case; the labels below icons are not read. Several apps with that name are
listed, and none is opened.

Examples:
  clawperator open com.android.settings
  clawperator open --name settings
  clawperator open https://clawperator.com";

pub(super) const CLOSE: &str = "\
Example:
  clawperator close com.android.settings";

pub(super) const SCROLL: &str = "\
Example:
  clawperator scroll down --container-id android:id/list";

pub(super) const SCROLL_UNTIL: &str = "\
The default direction is down.

Examples:
  clawperator scroll-until --text \"About phone\" --container-id android:id/list
  clawperator scroll-until up --text Display --click";

pub(super) const SCROLL_AND_CLICK: &str = "\
The default direction is down.

Example:
  clawperator scroll-and-click --text \"About phone\"";

pub(super) const OBSERVE: &str = "\
--json prints the snapshot with both pictures in base64. Each mark is the number of a ref: 12 is @e12.

Examples:
  clawperator observe --som screen.png
  clawperator observe --json";

pub(super) const AGENT_ACT: &str = "\
Points are in pixels of the picture that observe printed, and need --snapshot with its id.
They are touched only if the same node is there as on that snapshot.

Examples:
  clawperator agent act '{\"name\":\"keyevent\",\"arguments\":{\"keycode\":\"KEYCODE_BACK\"}}'
  clawperator agent act - --snapshot s12-3fa9c01b";

pub(super) const SWIPE: &str = "\
To scroll a list, use `scroll`: it finds the list and sees whether it moved.

Examples:
  clawperator swipe 540 1600 540 600
  clawperator swipe 100,800 900,800 --duration 1s
  clawperator swipe left --text Inbox";

pub(super) const DRAG: &str = "\
The finger rests before and after it moves, so that nothing is flung. Says where a dragged node is afterwards.
Before Android 12 the shell driver takes neither --hold nor --rest.

Examples:
  clawperator drag @e4 @e2
  clawperator drag --from-text Third --to-text First --hold 1s
  clawperator drag --from-id volume 700,940";

pub(super) const SLEEP: &str = "\
Example:
  clawperator sleep 1500";

pub(super) const DEVICES: &str = "\
--timeout is how long to wait for the adb server [default: 10000 ms].

Example:
  clawperator devices";

pub(super) const DOCTOR: &str = "\
Exits with 0 when the phone can be used and with 3 when it cannot.
--timeout is the limit of each check [default: 10000 ms; 30000 ms for reading the screen].

Examples:
  clawperator doctor
  clawperator doctor --fix --device emulator-5554";

pub(super) const OPERATOR_STATUS: &str = "\
--timeout is how long to wait for the phone [default: 10000 ms].

Example:
  clawperator operator status";

pub(super) const OPERATOR_START: &str = "\
--timeout is how long to wait for the phone [default: 10000 ms].

Example:
  clawperator operator start";

pub(super) const OPERATOR_STOP: &str = "\
Refused while somebody uses it, who is named then. The files stay on the phone.
--timeout is how long to wait for the phone [default: 10000 ms].

Examples:
  clawperator operator stop
  clawperator operator stop --force";

pub(super) const OPERATOR_UNINSTALL: &str = "\
Refused while somebody uses it, who is named then. What this machine remembers of it is removed too.
--timeout is how long to wait for the phone [default: 10000 ms].

Example:
  clawperator operator uninstall";

pub(super) const VIRTUAL_PHONE: &str = "\
Prints the serial of each phone once it has started, then runs until interrupted.
--timeout is how long one phone may take to connect [default: 10000 ms].

A control socket takes one JSON object per line and answers with one, for example:
  {\"do\":\"fault\",\"name\":\"screen_off_and_locked\",\"on\":true}

Examples:
  clawperator virtual-phone --connect
  clawperator virtual-phone --connect --release 12L --scene shop.json
  clawperator virtual-phone --count 3 --port 6000 --control 0 --json";

pub(super) const APPROVE: &str = "\
Shows the act and asks you to confirm. The approval is for that one act, in the same execution on the same phone
under the same profile; it works once and expires.

Example:
  clawperator approve 0123456789abcdef";

pub(super) const APPROVALS: &str = "\
Example:
  clawperator approvals";

pub(super) const REVOKE: &str = "\
Example:
  clawperator revoke 0123456789abcdef";

pub(super) const POLICY_SHOW: &str = "\
Examples:
  clawperator policy show ask
  clawperator policy show profile.toml --json";

pub(super) const POLICY_INIT: &str = "\
Examples:
  clawperator policy init
  clawperator policy init careful.toml";

pub(super) const POLICY_CHECK: &str = "\
Example:
  clawperator policy check profile.toml";

pub(super) const APPS: &str = "\
Without a command it lists the apps. A profile can forbid to change apps: `manage_apps`.

Examples:
  clawperator apps
  clawperator apps --contains settings
  clawperator apps clear com.example.app
  clawperator apps uninstall com.example.app
  clawperator apps grant com.example.app android.permission.CAMERA";

pub(super) const APPS_LIST: &str = "\
Example:
  clawperator apps list --contains settings --json";

pub(super) const APPS_CLEAR: &str = "\
Example:
  clawperator apps clear com.example.app";

pub(super) const APPS_UNINSTALL: &str = "\
Example:
  clawperator apps uninstall com.example.app";

pub(super) const APPS_GRANT: &str = "\
Example:
  clawperator apps grant com.example.app android.permission.CAMERA";

pub(super) const APPS_REVOKE: &str = "\
Example:
  clawperator apps revoke com.example.app android.permission.CAMERA";

pub(super) const RECORDING_START: &str = "\
Example:
  clawperator recording start --session-id walk --operator resident";

pub(super) const RECORDING_STOP: &str = "\
Example:
  clawperator recording stop --operator resident";

pub(super) const RECORDING_LIST: &str = "\
Example:
  clawperator recording list --operator resident";

pub(super) const RECORDING_PULL: &str = "\
A recording that was cut short is copied too, and the answer says that it is incomplete.

Example:
  clawperator recording pull walk --operator resident";

pub(super) const RECORDING_TO_RECIPE: &str = "\
A source that has a `/` or ends in .ndjson is a file.
Steps that a recipe cannot run are marked with `recorded`; `clawperator skills validate` lists them.

Examples:
  clawperator recording to-recipe ./walk.ndjson --out walk.recipe.md
  clawperator recording to-recipe walk --operator resident";

pub(super) const RUNS_LIST: &str = "\
Examples:
  clawperator runs list
  clawperator runs list --limit 100 --json";

pub(super) const RUNS_SHOW: &str = "\
Examples:
  clawperator runs show
  clawperator runs show 4f2a9c1b";

pub(super) const RUNS_WATCH: &str = "\
Examples:
  clawperator runs watch
  clawperator runs watch --json";

pub(super) const RUNS_RM: &str = "\
Examples:
  clawperator runs rm 4f2a9c1b
  clawperator runs rm --all";

pub(super) const SERVE: &str = "\
Examples:
  clawperator serve
  clawperator serve --port 0 --json
  clawperator serve token
  clawperator serve link

Requests need a token from the file that it names: see docs/http.md.";

pub(super) const MCP: &str = "\
Examples:
  clawperator mcp config claude-code
  clawperator mcp --device emulator-5554

A client starts it by itself once its configuration has what `mcp config` prints: see docs/mcp.md.";

pub(super) const REPORT: &str = "\
Examples:
  clawperator report --html report.html
  clawperator report 4f2a9c1b 5e0d7731 --html report.html --junit report.xml";

pub(super) const SKILLS_LIST: &str = "\
Examples:
  clawperator skills list
  clawperator skills list --app com.android.settings";

pub(super) const SKILLS_GET: &str = "\
Example:
  clawperator skills get com.android.settings.read-battery";

pub(super) const SKILLS_SEARCH: &str = "\
Reads the generated index if it matches the registry; otherwise reads the registry and says so.

Examples:
  clawperator skills search battery
  clawperator skills search level --app com.android.settings";

pub(super) const SKILLS_NEW: &str = "\
Writes SKILL.md, skill.json and a recipe, adds the skill to the registry and writes the indexes.
If there is no registry, creates one in ./skills or --skills-dir.

Example:
  clawperator skills new com.example.app.get-usage --summary \"Read the usage of this month.\"";

pub(super) const SKILLS_VALIDATE: &str = "\
Examples:
  clawperator skills validate com.example.app.get-usage
  clawperator skills validate --all";

pub(super) const SKILLS_LINT: &str = "\
Shows warnings too; they do not fail the command. The levels of the nine validation rules are fixed.

Examples:
  clawperator skills lint --all
  clawperator skills lint com.example.app.get-usage --level index-targeting=error
  clawperator skills lint ./read-total.recipe.md";

pub(super) const SKILLS_COMPILE: &str = "\
Prints the template, where each of its actions comes from, and its SHA-256. The same recipe and inputs
give the same bytes. Ids are added when it is run.

Examples:
  clawperator skills compile com.example.app.get-usage
  clawperator skills compile com.example.app.open-tile --input tile=Hall";

pub(super) const SKILLS_COMPILE_ARTIFACT: &str = "\
Example:
  clawperator skills compile-artifact com.example.app.climate --vars '{\"TILE\":\"Hall\"}'";

pub(super) const SKILLS_RUN: &str = "\
Prints one result: success (exit code 0), failed, partial (6) or indeterminate (8), and what was verified.
--timeout is for scripts; a recipe's time limit follows from its steps.
A file needs no registry: it is checked as a skill's recipe is, and judged as a skill is.
--dry-run exits with what the run would end with before its first step: 0, or 7 where the profile refuses it or asks first.

Examples:
  clawperator skills run com.android.settings.read-battery-level
  clawperator skills run ./read-total.recipe.md --dry-run
  clawperator skills run ./read-total.recipe.md --watch --yes
  clawperator skills run dev.clawperator.conformance.pick-row --input row_number=40
  echo '{\"name\":\"…\"}' | clawperator skills run com.example.app.find --inputs -";

pub(super) const SKILLS_INDEX: &str = "\
Only files that changed are written. The same skills always give the same bytes.

Examples:
  clawperator skills index
  clawperator skills index --check";

pub(super) const SKILLS_CI: &str = "\
Writes nothing. Exits with 2 when a requirement is not met.

Example:
  clawperator skills ci";

pub(super) const SKILLS_GUARD_INSTALL: &str = "\
Example:
  clawperator skills guard install";

pub(super) const SKILLS_GUARD_SCAN: &str = "\
Without --push, scans the added lines that are staged. Prints file, line and remedy, never the token.
Exits with 7 when a token is found.

Example:
  clawperator skills guard scan";

pub(super) const SKILLS_GUARD_DENYLIST: &str = "\
The list is a file in the repository's git folder, one token per line. Prints how many it holds, never the tokens.

Examples:
  clawperator skills guard denylist --from-adb
  clawperator skills guard denylist - < my-tokens.txt";

pub(super) const GUIDE: &str = "\
Prints Markdown, also in a pipe; --json puts it into a document.

Examples:
  clawperator guide
  clawperator guide selectors
  clawperator guide all
  clawperator guide agents-md >> AGENTS.md";

pub(super) const ACTIONS: &str = "\
Examples:
  clawperator actions
  clawperator actions click";

pub(super) const ERRORS: &str = "\
Examples:
  clawperator errors
  clawperator errors NODE_NOT_FOUND";

pub(super) const SCHEMA: &str = "\
Examples:
  clawperator schema
  clawperator schema execution";

pub(super) const COMPLETIONS: &str = "\
Examples:
  clawperator completions bash > ~/.local/share/bash-completion/completions/clawperator
  clawperator completions fish > ~/.config/fish/completions/clawperator.fish";

pub(super) const CONFORMANCE: &str = "\
It asks first. What it changes on the phone (the app, the clipboard, the rotation lock, the keyboard)
is put back at the end, also after Ctrl-C. Ends with exit code 1 if a check fails.

Examples:
  clawperator conformance --device R5CT1234567
  clawperator conformance --device R5CT1234567 --operator resident
  clawperator conformance --only touch --only text.unicode
  clawperator conformance --yes --json > conformance.json";
