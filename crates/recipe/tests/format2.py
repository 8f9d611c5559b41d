#!/usr/bin/env python3
"""Writes the cases of the second format into cases/format2.

A case is a row: its name, its rules, what it shows, what goes in and what comes out. A `§` in what goes in is where a finding
stands; the line and column of a case are counted from it. `tests/README.md` describes the files.
"""

import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "cases" / "format2"
CASES = {}


def placed(text, codes):
    """The text without its marks, and each code with the place of its mark."""
    places, clean = [], []
    for number, line in enumerate(text.split("\n"), 1):
        while "§" in line:
            places.append((number, line.index("§") + 1))
            line = line.replace("§", "", 1)
        clean.append(line)
    assert len(places) == len(codes), (codes, places, text)
    found = [f"{code} {line}:{column}" for code, (line, column) in zip(codes, places)]
    return "\n".join(clean), found


def case(name, rules, about, section, text, accept=None, refuse=None, actions=None, inputs=None, head=()):
    assert name not in CASES, name
    text, found = placed(text.strip("\n"), (refuse or []) + (accept or []))
    lines = [f"seed: ours: recipe format 2", f"rules: {rules}", f"about: {about}"]
    if section == "step":
        lines.append("format: 2")
    lines += [*head, f"=== {section}", text]
    if inputs is not None:
        lines.append("=== inputs")
        lines += [f"{key}: {value}" for key, value in inputs.items()]
    if actions is not None:
        lines.append("=== actions")
        lines += [json.dumps(action, ensure_ascii=False) for action in actions]
    elif refuse is not None:
        lines.append("=== refuse")
        lines += found
    else:
        lines.append("=== accept")
        lines += found
    CASES[name] = "\n".join(lines) + "\n"


def step(name, rules, about, text, refuse=None, accept=None):
    case(name, rules, about, "step", text, refuse=refuse, accept=accept)


def recipe(
    steps,
    capabilities="observe",
    kind="flow",
    inputs=(),
    outputs="[]",
    form="recipe_format: 2\n",
):
    """A recipe of these blocks; an input is its name, or its name and its type."""
    declared = [one if isinstance(one, tuple) else (one, "string") for one in inputs]
    listed = "".join(f"\n  - {{name: {name}, type: {of}}}" for name, of in declared) or " []"
    text = f"""---
{form}recipe_id: a.b
recipe_version: 1.0.0
recipe_type: {kind}
application_id: com.example.app
summary: Does.
frameworks: [views]
session_policy: resume_ok
app_build: {{version_name: "1", version_code: 1}}
tested_on: {{android_api: 34}}
capabilities: [{capabilities}]
inputs:{listed}
outputs: {outputs}
---
"""
    for number, block in enumerate(steps, 1):
        mark = ""
        text += f"\n## Step {number}\n\n```yaml\n{mark}{block.strip()}\n```\n"
    return text


def whole(name, rules, about, text, **rest):
    case(name, rules, about, "recipe", text, **rest)


LOOK = "id: look\ntype: snapshot_ui"
FIELD = 'selector: {resource_id: "a:id/field"}'
OK = "selector: {text_equals: OK}"
DONE = "id: done\ntype: wait_for_node\nselector: {text_equals: Done}"

# The number of the format.

for value, about in [("1", "the first format may be named"), ("2", "the second format is named")]:
    whole(f"format_{value}", "format.number format.first format.capabilities", about, recipe([LOOK], form=f"recipe_format: {value}\n"))
whole("format_left_out", "format.number format.first", "a recipe without a format is of the first", recipe([LOOK], form=""))
for name, value, code in [
    ("zero", "0", "RECIPE_OUT_OF_RANGE"),
    ("three", "3", "RECIPE_OUT_OF_RANGE"),
    ("quoted", '"2"', "RECIPE_WRONG_TYPE"),
    ("fraction", "2.0", "RECIPE_WRONG_TYPE"),
    ("word", "two", "RECIPE_WRONG_TYPE"),
    ("list", "[2]", "RECIPE_WRONG_TYPE"),
    ("nothing", "", "RECIPE_MISSING_FIELD"),
]:
    at = f"recipe_format: §{value}\n" if value else "recipe_format§:\n"
    whole(f"format_{name}", "format.number", f"a format that is {name.replace('_', ' ')} is refused", recipe([LOOK], form=at), refuse=[code])

# What the first format does not take, named or not.

NEW_STEPS = {
    "enter_text": f'{FIELD}\nparams: {{text: "${{inputs.a}}"}}',
    "press_key": "params: {key: back}",
    "open_uri": 'params: {uri: "https://example.com"}',
    "scroll": "params: {direction: down}",
    "scroll_until": OK,
    "swipe": "params: {from: {x: 1, y: 2}, to: {x: 3, y: 4}}",
    "read_key_value_pair": OK,
    "wait_for_navigation": f"{OK}\nparams: {{timeout_ms: 5}}",
    "wait_for_idle": "params: {quiet_ms: 100}",
    "assert_node": OK,
}
for action, rest in NEW_STEPS.items():
    step(f"{action}_runs", f"two.action.{action}", f"{action} may be run", f"id: a\ntype: {action}\n{rest}")
    for form, says in [("", "no format"), ("recipe_format: 1\n", "format 1")]:
        name = f"{action}_first" + ("_named" if form else "")
        block = f"id: a\ntype: §{action}"
        whole(
            name,
            f"two.action.{action} format.first",
            f"a recipe of {says} cannot run {action}",
            recipe([block], form=form),
            refuse=["RECIPE_ACTION_TYPE"],
        )
for capability in ["gesture", "clipboard", "diagnostics", "files", "device_settings", "manage_apps", "device_shell"]:
    whole(
        f"capability_{capability}_first",
        "format.first format.capabilities",
        f"a recipe of the first format cannot declare {capability}",
        recipe([LOOK], capabilities=f"observe, §{capability}", form=""),
        refuse=["RECIPE_NOT_ALLOWED"],
    )
    whole(
        f"capability_{capability}",
        "format.capabilities",
        f"{capability} may be declared, and is reported where no step uses it",
        recipe([LOOK], capabilities=f"observe, §{capability}"),
        accept=["warn RECIPE_CAPABILITY_UNUSED"],
    )
NEW_KEYS = {
    "text_matches": '"On|Off"',
    "content_desc_matches": '"Page [0-9]+"',
    "name_matches": '"Item .*"',
    "focused": "true",
    "scrollable": "true",
    "long_clickable": "false",
}
for key, value in NEW_KEYS.items():
    step(f"selector_{key}", f"two.selector.{key}", f"{key} is a key of selectors", f"id: a\ntype: read_text\nselector: {{{key}: {value}}}")
    whole(
        f"selector_{key}_first",
        f"two.selector.{key} format.first",
        f"{key} is no key of the first format",
        recipe([f"id: a\ntype: read_text\nselector: {{§{key}: {value}}}"], form=""),
        refuse=["RECIPE_UNKNOWN_KEY"],
    )
step(
    "selector_ignore_case",
    "two.selector.ignore_case",
    "ignore_case is about the texts beside it",
    "id: a\ntype: read_text\nselector: {text_equals: ok, ignore_case: true}",
)
whole(
    "selector_ignore_case_first",
    "two.selector.ignore_case format.first",
    "ignore_case is no key of the first format",
    recipe(["id: a\ntype: read_text\nselector: {text_equals: ok, §ignore_case: true}"], form=""),
    refuse=["RECIPE_UNKNOWN_KEY"],
)
for name, selector in [
    ("alone", "{ignore_case: §true}"),
    ("state", "{clickable: true, ignore_case: §true}"),
    ("other_level", "{any_of: [{text_equals: a}], ignore_case: §true}"),
]:
    step(
        f"selector_ignore_case_{name}",
        "two.selector.ignore_case",
        "ignore_case without a text beside it is refused",
        f"id: a\ntype: read_text\nselector: {selector}",
        refuse=["RECIPE_NOT_HERE"],
    )
for key in ["focused", "scrollable", "long_clickable"]:
    step(
        f"selector_{key}_word",
        f"two.selector.{key}",
        f"{key} is true or false",
        f"id: a\ntype: read_text\nselector: {{text_equals: a, {key}: §yes}}",
        refuse=["RECIPE_WRONG_TYPE"],
    )
for key in ["text_matches", "content_desc_matches", "name_matches"]:
    for name, pattern, code, about in [
        ("broken", '§"("', "RECIPE_PATTERN", "a pattern that is none is refused"),
        ("look", '§"(?=a)"', "RECIPE_PATTERN", "a pattern with look-around is refused"),
        ("blank", '§""', "RECIPE_BLANK", "an empty pattern is refused"),
        ("filled", '§"${inputs.x}"', "RECIPE_PLACEHOLDER", "no input is a pattern"),
    ]:
        step(
            f"selector_{key}_{name}",
            f"two.selector.{key} two.selector.patterns",
            about,
            f"id: a\ntype: read_text\nselector: {{{key}: {pattern}}}",
            refuse=[code],
        )
EIGHT = ", ".join(f'{{text_matches: "a{one}"}}' for one in range(8))
step("selector_patterns_eight", "two.selector.patterns", "a selector has at most eight patterns", f"id: a\ntype: read_text\nselector: {{any_of: [{EIGHT}]}}")
step(
    "selector_patterns_nine",
    "two.selector.patterns",
    "a selector with nine patterns is refused",
    f'id: a\ntype: read_text\nselector: {{any_of: [{EIGHT}, {{text_matches: §"b"}}]}}',
    refuse=["RECIPE_TOO_MANY"],
)
step(
    "selector_patterns_folding",
    "two.selector.patterns",
    "a pattern that folds too much is refused",
    'id: a\ntype: read_text\nselector: {text_matches: §"\\\\p{Any}\\\\P{L}", ignore_case: true}',
    refuse=["RECIPE_PATTERN"],
)
whole(
    "selector_compiled",
    "two.selector.text_matches two.selector.content_desc_matches two.selector.name_matches two.selector.focused two.selector.scrollable two.selector.long_clickable two.selector.ignore_case",
    "the new keys become those of the contract",
    recipe(
        [
            'id: a\ntype: read_text\nselector:\n  all_of:\n    - {text_matches: "a|b", content_desc_matches: "c", name_matches: "d", ignore_case: true}\n'
            "    - {focused: true, scrollable: false, long_clickable: true}"
        ]
    ),
    inputs={},
    actions=[
        {
            "id": "a",
            "type": "read_text",
            "params": {
                "where": {
                    "allOf": [
                        {"textMatches": "a|b", "contentDescMatches": "c", "nameMatches": "d", "ignoreCase": True},
                        {"focused": True, "scrollable": False, "longClickable": True},
                    ]
                }
            },
        }
    ],
)

# Typing.

TYPE = f'id: type\ntype: enter_text\n{FIELD}\nparams: {{text: "${{inputs.a}}"}}'
for name, text, refuse in [
    ("one", '"${inputs.a}"', None),
    ("two", '"${inputs.a}${inputs.b}"', None),
    ("literal", '§"hello"', ["RECIPE_TYPED_LITERAL"]),
    ("number", "§1234", ["RECIPE_TYPED_LITERAL"]),
    ("around", '§"Dear ${inputs.a}"', ["RECIPE_TYPED_LITERAL"]),
    ("behind", '§"${inputs.a}."', ["RECIPE_TYPED_LITERAL"]),
    ("between", '§"${inputs.a} ${inputs.b}"', ["RECIPE_TYPED_LITERAL"]),
    ("blank", '§" "', ["RECIPE_BLANK"]),
    ("broken", '§"${inputs.a"', ["RECIPE_PLACEHOLDER"]),
    ("list", "§[a]", ["RECIPE_WRONG_TYPE"]),
]:
    step(f"typed_{name}", "two.typed", "a typed text is nothing but inputs", f"id: a\ntype: enter_text\n{FIELD}\nparams: {{text: {text}}}", refuse=refuse)
step("typed_missing", "two.typed", "enter_text needs a text", f"id: a\ntype: enter_text\n{FIELD}\nparams: §{{clear: true}}", refuse=["RECIPE_MISSING_FIELD"])
step("typed_nowhere", "two.action.enter_text", "enter_text needs a field", '§id: a\ntype: enter_text\nparams: {text: "${inputs.a}"}', refuse=["RECIPE_MISSING_FIELD"])
whole(
    "typed_undeclared",
    "two.typed",
    "the input that is typed is declared",
    recipe([TYPE.replace('"${', '§"${')], capabilities="type_text"),
    refuse=["RECIPE_INPUT_UNDECLARED"],
)
whole(
    "typed_compiled",
    "two.typed two.verify.typing",
    "what is typed is the value as it was given, in a field that only one may be",
    recipe([TYPE.replace('a}"}', 'a}", clear: true}')], capabilities="type_text", inputs=["a"]),
    inputs={"a": "x ${inputs.b} %41"},
    actions=[
        {
            "id": "type",
            "type": "enter_text",
            "params": {"where": {"resourceId": "a:id/field"}, "strict": True, "text": "x ${inputs.b} %41", "clear": True},
        }
    ],
)
whole(
    "typed_missing_value",
    "two.typed",
    "a text without a value is not typed",
    recipe([TYPE], capabilities="type_text", inputs=["a"]).replace("${inputs.a}", "${inputs.a}").replace('text: "', 'text: §"'),
    inputs={},
    refuse=["RECIPE_INPUT_MISSING"],
)
whole("typing_needs_capability", "two.capabilities", "typing needs type_text", recipe(["§" + TYPE], capabilities="§observe", inputs=["a"]), refuse=["warn RECIPE_CAPABILITY_UNUSED", "RECIPE_CAPABILITY"])

# Keys.

for name, params, refuse in [
    ("key", "{key: home}", None),
    ("key_code", "{key_code: enter}", None),
    ("times", "{key_code: dpad_down, times: 3}", None),
    ("long", "{key_code: enter, long: true}", None),
    ("delete", "{key_code: del, times: 50}", None),
    ("both", "{key: back, key_code: §enter}", ["RECIPE_NOT_HERE"]),
    ("neither", "§{times: 2}", ["RECIPE_MISSING_FIELD"]),
    ("unknown", "{key_code: §power}", ["RECIPE_NOT_ALLOWED"]),
    ("number", "{key_code: §66}", ["RECIPE_NOT_ALLOWED"]),
    ("upper", "{key_code: §ENTER}", ["RECIPE_NOT_ALLOWED"]),
    ("system_name", "{key: §enter}", ["RECIPE_NOT_ALLOWED"]),
    ("times_zero", "{key: back, times: §0}", ["RECIPE_OUT_OF_RANGE"]),
    ("times_many", "{key: back, times: §51}", ["RECIPE_OUT_OF_RANGE"]),
    ("filled", '{key_code: §"${inputs.a}"}', ["RECIPE_PLACEHOLDER"]),
]:
    step(f"key_{name}", "two.keys", "one key, by its name", f"id: a\ntype: press_key\nparams: {params}", refuse=refuse)
for key in ["a", "9", "numpad_1", "at", "period"]:
    step(f"key_types_{key}", "two.typed two.keys", f"the key {key} would type what is in no input", f'id: a\ntype: press_key\nparams: {{key_code: §"{key}"}}', refuse=["RECIPE_TYPED_LITERAL"])
step("key_retries", "two.keys", "a key is pressed once", "id: a\ntype: press_key\nparams: {key: back}\nretries: §{count: 1}", refuse=["RECIPE_NOT_HERE"])

# Addresses.

for name, uri, refuse in [
    ("https", '"https://example.com/a?q=${inputs.a}"', None),
    ("own_scheme", '"shop://product/${inputs.a}"', None),
    ("opaque", '"market:search"', None),
    ("no_scheme", '§"example.com/a"', ["RECIPE_MALFORMED"]),
    ("scheme_filled", '§"${inputs.a}://x"', ["RECIPE_MALFORMED"]),
    ("scheme_half_filled", '§"ht${inputs.a}://x"', ["RECIPE_MALFORMED"]),
    ("scheme_digit", '§"1a://x"', ["RECIPE_MALFORMED"]),
    ("blank_inside", '§"https://example.com/a b"', ["RECIPE_MALFORMED"]),
    ("blank", '§""', ["RECIPE_BLANK"]),
    ("long", '§"https://example.com/{{repeat:x:2040}}"', ["RECIPE_TOO_LONG"]),
]:
    step(f"uri_{name}", "two.uri", "an address begins with its scheme", f"id: a\ntype: open_uri\nparams: {{uri: {uri}}}", refuse=refuse)
OPEN = 'id: open\ntype: open_uri\nparams: {uri: "https://example.com/s?q=${inputs.a}#x"}\nconfirm: {selector: {text_equals: Found}}'
for name, value, encoded in [
    ("plain", "clock", "clock"),
    ("reserved", "a&b=c/d?e#f", "a%26b%3Dc%2Fd%3Fe%23f"),
    ("percent", "100%41", "100%2541"),
    ("blank", "Wall clock", "Wall%20clock"),
    ("unreserved", "A-b._~9", "A-b._~9"),
    ("unicode", "Grüße ☕", "Gr%C3%BC%C3%9Fe%20%E2%98%95"),
    ("line", "a\\nb", "a%0Ab"),
    ("placeholder", "${inputs.b}", "%24%7Binputs.b%7D"),
]:
    whole(
        f"uri_encodes_{name}",
        "two.uri.encoded",
        "an input is one piece of an address, whatever it says",
        recipe([OPEN], capabilities="observe, navigate", inputs=["a"]),
        inputs={"a": value},
        actions=[
            {"id": "open", "type": "open_uri", "params": {"uri": f"https://example.com/s?q={encoded}#x"}},
            {"id": "open.confirm", "type": "wait_for_node", "params": {"where": {"textEquals": "Found"}, "timeoutMs": 5000, "verifies": "open"}},
        ],
    )
whole(
    "uri_too_long_filled",
    "two.uri.encoded",
    "an address that is too long once it is encoded is refused",
    recipe([OPEN.replace('"https', '§"https')], capabilities="observe, navigate", inputs=["a", "b"]).replace("q=${inputs.a}", "q=${inputs.a}${inputs.b}"),
    inputs={"a": "{{repeat:%:500}}", "b": "{{repeat:%:500}}"},
    refuse=["RECIPE_INPUT_TYPE"],
)
for name, uri in [
    ("email", "mailto:anna.schmidt@example.org"),
    ("phone", "tel:+49 30 901820".replace(" ", "")),
    ("coordinates", "geo:52.52000,13.40500"),
    ("name_in_path", "https://example.com/people/Anna%20Schmidt"),
    ("name_in_query", "https://example.com/?who=Anna+Schmidt"),
    ("email_encoded", "https://example.com/?to=anna%40example.org"),
    ("room", "home://rooms/Kitchen"),
    ("token", "https://example.com/?key=x9Kq2LmZ0xVw3RtP7b"),
]:
    step(f"uri_personal_{name}", "two.literals.uri", "what belongs to one person is in no address", f'id: a\ntype: open_uri\nparams: {{uri: §"{uri}"}}', refuse=["RECIPE_PERSONAL_LITERAL"])
for name, uri in [
    ("input", "mailto:${inputs.a}"),
    ("page", "https://developer.android.com/guide/topics?hl=en"),
    ("own", "shop://product/lamp"),
]:
    step(f"uri_impersonal_{name}", "two.literals.uri", "what everybody has may be in an address", f'id: a\ntype: open_uri\nparams: {{uri: "{uri}"}}')

# Params of the other steps.

for name, action, rest, refuse in [
    ("scroll_all", "scroll", 'container: {resource_id: "a:id/list"}\nparams: {direction: up, distance_ratio: 0.5, settle_delay_ms: 10, find_first_scrollable_child: false}\nretries: {count: 2}', None),
    ("scroll_selector", "scroll", "selector: §{text_equals: a}", ["RECIPE_NOT_HERE"]),
    ("scroll_window", "scroll", "params: {§window: app}", ["RECIPE_UNKNOWN_KEY"]),
    ("scroll_ratio", "scroll", "params: {distance_ratio: §2}", ["RECIPE_OUT_OF_RANGE"]),
    ("scroll_until_end", "scroll_until", "params: {direction: down, max_scrolls: 5, max_duration_ms: 100, no_position_change_threshold: 2}", None),
    ("scroll_until_press", "scroll_until", f"{OK}\nparams: {{click_after: true, click_type: long_click}}", None),
    ("scroll_until_press_nothing", "scroll_until", "params: {click_after: §true}", ["RECIPE_NOT_HERE"]),
    ("scroll_until_many", "scroll_until", f"{OK}\nparams: {{max_scrolls: §201}}", ["RECIPE_OUT_OF_RANGE"]),
    ("scroll_until_threshold", "scroll_until", f"{OK}\nparams: {{no_position_change_threshold: §0}}", ["RECIPE_OUT_OF_RANGE"]),
    ("scroll_until_retries", "scroll_until", f"{OK}\nretries: §{{count: 1}}", ["RECIPE_NOT_HERE"]),
    ("swipe_slow", "swipe", "params: {from: {x: 0, y: 2147483647}, to: {x: 3, y: 4}, duration_ms: 10000}", None),
    ("swipe_half", "swipe", "params: §{from: {x: 1, y: 2}}", ["RECIPE_MISSING_FIELD"]),
    ("swipe_flat", "swipe", "params: {from: §{x: 1}, to: {x: 3, y: 4}}", ["RECIPE_MISSING_FIELD"]),
    ("swipe_negative", "swipe", "params: {from: {x: §-1, y: 2}, to: {x: 3, y: 4}}", ["RECIPE_OUT_OF_RANGE"]),
    ("swipe_more", "swipe", "params: {from: {x: 1, y: 2, §z: 3}, to: {x: 3, y: 4}}", ["RECIPE_UNKNOWN_KEY"]),
    ("swipe_word", "swipe", "params: {from: §top, to: {x: 3, y: 4}}", ["RECIPE_WRONG_TYPE"]),
    ("swipe_fast", "swipe", "params: {from: {x: 1, y: 2}, to: {x: 3, y: 4}, duration_ms: §19}", ["RECIPE_OUT_OF_RANGE"]),
    ("swipe_selector", "swipe", "selector: §{text_equals: a}\nparams: {from: {x: 1, y: 2}, to: {x: 3, y: 4}}", ["RECIPE_NOT_HERE"]),
    ("read_key_value_pair_all", "read_key_value_pair", f"{OK}\nparams: {{all: true, window: app}}\nretries: {{count: 1}}", None),
    ("read_key_value_pair_nothing", "read_key_value_pair", "params: {all: true}", ["RECIPE_MISSING_FIELD"]),
    ("wait_for_navigation_package", "wait_for_navigation", "params: {expected_package: com.example.other, timeout_ms: 30000}", None),
    ("wait_for_navigation_filled", "wait_for_navigation", 'params: {expected_package: "${inputs.a}", timeout_ms: "${inputs.b}"}', None),
    ("wait_for_navigation_nothing", "wait_for_navigation", "params: §{timeout_ms: 5}", ["RECIPE_MISSING_FIELD"]),
    ("wait_for_navigation_endless", "wait_for_navigation", "params: §{expected_package: com.example.other}", ["RECIPE_MISSING_FIELD"]),
    ("wait_for_navigation_long", "wait_for_navigation", "params: {expected_package: com.example.other, timeout_ms: §30001}", ["RECIPE_OUT_OF_RANGE"]),
    ("wait_for_idle_alone", "wait_for_idle", "", None),
    ("wait_for_idle_both", "wait_for_idle", "params: {quiet_ms: 1000, timeout_ms: 1001}", None),
    ("wait_for_idle_backwards", "wait_for_idle", "params: §{quiet_ms: 1000, timeout_ms: 1000}", ["RECIPE_OUT_OF_RANGE"]),
    ("wait_for_idle_short", "wait_for_idle", "params: §{timeout_ms: 500}", ["RECIPE_OUT_OF_RANGE"]),
    ("wait_for_idle_quiet", "wait_for_idle", "params: §{quiet_ms: 10000}", ["RECIPE_OUT_OF_RANGE"]),
    ("wait_for_idle_filled", "wait_for_idle", 'params: {quiet_ms: §"${inputs.a}"}', ["RECIPE_PLACEHOLDER"]),
    ("assert_node_gone", "assert_node", f"{OK}\nparams: {{state: gone, window: all}}\nretries: {{count: 3}}", None),
    ("assert_node_count", "assert_node", f"{OK}\nparams: {{state: count, count: 0}}", None),
    ("assert_node_uncounted", "assert_node", f"{OK}\nparams: {{state: §count}}", ["RECIPE_MISSING_FIELD"]),
    ("assert_node_count_alone", "assert_node", f"{OK}\nparams: {{count: §1}}", ["RECIPE_NOT_HERE"]),
    ("assert_node_state", "assert_node", f"{OK}\nparams: {{state: §visible}}", ["RECIPE_NOT_ALLOWED"]),
    ("assert_node_confirm", "assert_node", f"{OK}\nconfirm: §{{selector: {{text_equals: a}}}}", ["RECIPE_NOT_HERE"]),
    ("wait_gone", "wait_for_node", f"{OK}\nparams: {{until: gone}}", None),
    ("wait_changed", "wait_for_node", f"{OK}\nparams: {{until: §changed}}", ["RECIPE_NOT_ALLOWED"]),
]:
    mark = "§" if refuse and "§" not in rest else ""
    step(f"params_{name}", "two.params", "the params are those of the action, within its bounds", f"{mark}id: a\ntype: {action}\n{rest}".rstrip(), refuse=refuse)
whole(
    "params_wait_gone_first",
    "two.params format.first",
    "the first format does not wait until a node is gone",
    recipe([f"id: a\ntype: wait_for_node\n{OK}\nparams: {{§until: gone}}"], form=""),
    refuse=["RECIPE_UNKNOWN_KEY"],
)

# Verification.

ACTS = {
    "submit": (f'type: enter_text\n{FIELD}\nparams: {{text: "${{inputs.a}}", submit: true}}', "type_text", ["a"]),
    "submit_maybe": (f'type: enter_text\n{FIELD}\nparams: {{text: "${{inputs.a}}", submit: "${{inputs.b}}"}}', "type_text", ["a", ("b", "boolean")]),
    "enter": ("type: press_key\nparams: {key_code: enter}", "click, toggle", []),
    "space_long": ("type: press_key\nparams: {key_code: space, long: true}", "long_click, toggle", []),
    "delete": ("type: press_key\nparams: {key_code: del}", "type_text", []),
    "swipe": ("type: swipe\nparams: {from: {x: 1, y: 2}, to: {x: 3, y: 4}}", "navigate, toggle", []),
    "uri": ('type: open_uri\nparams: {uri: "https://example.com"}', "navigate, toggle", []),
    "scroll_press": (f"type: scroll_until\n{OK}\nparams: {{click_after: true}}", "navigate, click, toggle", []),
}
for name, (block, capabilities, inputs) in ACTS.items():
    with_observe = f"observe, {capabilities}"
    whole(f"verify_{name}_nothing", "two.verify.acts", "what acts is verified", recipe([f"§id: act\n{block}"], capabilities=capabilities, inputs=inputs), refuse=["RECIPE_NOT_VERIFIED"])
    whole(
        f"verify_{name}_confirmed",
        "two.verify.acts",
        "a confirm verifies it",
        recipe([f"id: act\n{block}\nconfirm: {{selector: {{text_equals: Done}}}}"], capabilities=with_observe, inputs=inputs),
    )
    whole(f"verify_{name}_waited", "two.verify.acts", "a later wait verifies it", recipe([f"id: act\n{block}", DONE], capabilities=with_observe, inputs=inputs))
for name, block, capabilities in [
    ("back", "type: press_key\nparams: {key: back}", "navigate, toggle"),
    ("arrow", "type: press_key\nparams: {key_code: dpad_down}", "navigate, toggle"),
    ("scroll", "type: scroll", "navigate, toggle"),
    ("scroll_until", f"type: scroll_until\n{OK}", "navigate, toggle"),
]:
    # What declares `toggle` without pressing anything is told so.
    text = recipe([f"id: act\n{block}"], capabilities=capabilities.replace("toggle", "§toggle"))
    whole(f"verify_{name}_moves", "two.verify.acts", "what leads somewhere else is not verified", text, accept=["warn RECIPE_CAPABILITY_UNUSED"])
whole("verify_typing", "two.verify.typing", "typing is read back, which verifies it", recipe([TYPE], capabilities="type_text", inputs=["a"]))
whole(
    "verify_typing_submit",
    "two.verify.typing",
    "what is read back is no sign that it was submitted",
    recipe([f'§id: act\ntype: enter_text\n{FIELD}\nparams: {{text: "${{inputs.a}}", submit: true}}', f"id: read\ntype: read_text\n{FIELD}"], capabilities="observe, type_text", inputs=["a"]),
    refuse=["RECIPE_NOT_VERIFIED"],
)
ENTER = "id: act\ntype: press_key\nparams: {key_code: enter}"
whole(
    "verify_typing_between",
    "two.verify.between",
    "what is seen after something was typed is no sign of what was pressed before",
    recipe(["§" + ENTER, TYPE, DONE], capabilities="observe, click, type_text", inputs=["a"]),
    refuse=["RECIPE_NOT_VERIFIED"],
)
whole(
    "verify_moves_between",
    "two.verify.between",
    "scrolling and looking may lie between an act and its verification",
    recipe([ENTER, "id: down\ntype: scroll", "id: idle\ntype: wait_for_idle", DONE], capabilities="observe, navigate, click, toggle"),
)
for action, rest in [("assert_node", OK), ("read_key_value_pair", OK), ("wait_for_navigation", f"{OK}\nparams: {{timeout_ms: 5}}"), ("wait_for_idle", "")]:
    whole(
        f"verify_by_{action}",
        "two.verify.by",
        f"{action} says nothing of what held before, and verifies nothing",
        recipe(["§" + ENTER, f"id: look\ntype: {action}\n{rest}"], capabilities="observe, click, toggle"),
        refuse=["RECIPE_NOT_VERIFIED"],
    )
whole("verify_by_read", "two.verify.by", "a read verifies a key", recipe([ENTER, 'id: read\ntype: read_text\nselector: {resource_id: "a:id/x"}'], capabilities="observe, click, toggle"))
PRESS = "id: press\ntype: click\nselector: {text_equals: Close}"
whole(
    "verify_gone",
    "two.verify.gone",
    "that the pressed node is gone is a change",
    recipe([PRESS, "id: gone\ntype: wait_for_node\nselector: {text_equals: Close}\nparams: {until: gone}"], capabilities="observe, click, toggle"),
    inputs={},
    actions=[
        {"id": "press", "type": "click", "params": {"where": {"textEquals": "Close"}, "strict": True}},
        {"id": "gone", "type": "wait_for_node", "params": {"where": {"textEquals": "Close"}, "verifies": "press", "until": "gone"}},
    ],
)
for name, selector in [
    ("still", "{text_equals: Close}"),
    ("part", "{text_contains: Clo}"),
    ("folded", "{text_equals: close, ignore_case: true}"),
    ("pattern", '{text_matches: "Cl.*"}'),
]:
    whole(
        f"verify_{name}_there",
        "two.verify.gone",
        "that the pressed node is there is no change, however it is said",
        recipe(["§" + PRESS, f"id: there\ntype: wait_for_node\nselector: {selector}"], capabilities="observe, click, toggle"),
        refuse=["RECIPE_NOT_VERIFIED"],
    )
whole(
    "verify_other_pattern",
    "two.verify.gone",
    "another node by a pattern is a change",
    recipe([PRESS, 'id: there\ntype: wait_for_node\nselector: {text_matches: "Closed.*"}'], capabilities="observe, click, toggle"),
)
whole(
    "verify_gesture",
    "two.verify.acts",
    "a recipe that declares gesture changes something",
    recipe(["§id: act\ntype: swipe\nparams: {from: {x: 1, y: 2}, to: {x: 3, y: 4}}"], capabilities="navigate, §gesture"),
    refuse=["warn RECIPE_CAPABILITY_UNUSED", "RECIPE_NOT_VERIFIED"],
)

# Capabilities and probes.

for name, block, capability, inputs in [
    ("enter", f"{ENTER}\nconfirm: {{selector: {{text_equals: Done}}}}", "click", []),
    ("back", "id: act\ntype: press_key\nparams: {key: back}", "navigate", []),
    ("scroll", "id: act\ntype: scroll", "navigate", []),
    ("scroll_until", f"id: act\ntype: scroll_until\n{OK}", "navigate", []),
    ("swipe", "id: act\ntype: swipe\nparams: {from: {x: 1, y: 2}, to: {x: 3, y: 4}}", "navigate", []),
    ("uri", 'id: act\ntype: open_uri\nparams: {uri: "https://example.com"}', "navigate", []),
    ("when", "id: act\ntype: sleep\nparams: {duration_ms: 1}\nwhen: {present: {text_equals: a}}", "observe", []),
]:
    looks = "observe, " if capability != "observe" and "confirm" in block else ""
    whole(f"needs_{name}", "two.capabilities", f"it needs {capability}", recipe([block], capabilities=looks + capability))
    other = "§long_click" if not looks else "observe, §long_click"
    whole(f"lacks_{name}", "two.capabilities", f"without {capability} it is refused", recipe(["§" + block], capabilities=other), refuse=["warn RECIPE_CAPABILITY_UNUSED", "RECIPE_CAPABILITY"])
LEVEL = '[{name: level, type: string}]'
whole(
    "probe_looks",
    "two.probe",
    "a probe may look by the new steps",
    recipe(["id: idle\ntype: wait_for_idle", f"id: level\ntype: read_key_value_pair\n{OK}", f"id: there\ntype: assert_node\n{OK}"], kind="probe", outputs=LEVEL),
)
for action in ["enter_text", "press_key", "open_uri", "scroll", "swipe"]:
    rest = NEW_STEPS[action]
    capability = "type_text" if action == "enter_text" else "navigate"
    confirm = "\nconfirm: {selector: {text_equals: b}}" if capability == "navigate" else ""
    inputs = ["a"] if "inputs.a" in rest else []
    whole(
        f"probe_{action}",
        "two.probe",
        f"a probe does not run {action}",
        recipe([f"id: level\ntype: read_text\n{OK}", f"id: act\ntype: §{action}\n{rest}{confirm}"], kind="probe", outputs=LEVEL, capabilities=f"observe, {capability}", inputs=inputs),
        refuse=["RECIPE_NOT_A_PROBE"],
    )

# Outputs.

whole("output_value", "two.outputs", "the value beside a label is an output", recipe([f"id: level\ntype: read_key_value_pair\n{OK}"], outputs=LEVEL))
whole(
    "output_values",
    "two.outputs",
    "several values are no output",
    recipe([f"id: level\ntype: read_key_value_pair\n{OK}\nparams: {{all: true}}"], outputs="[{name: §level, type: string, parse: \"(a)\"}]"),
    refuse=["RECIPE_OUTPUT_UNBOUND"],
)
whole(
    "output_skipped",
    "two.outputs",
    "what may be skipped is no output",
    recipe([f"id: level\ntype: read_text\n{OK}\nwhen: {{present: {{text_equals: a}}}}"], outputs="[{name: §level, type: string}]"),
    refuse=["RECIPE_OUTPUT_UNBOUND"],
)
whole(
    "output_assert",
    "two.outputs",
    "an assertion is no output",
    recipe([f"id: level\ntype: assert_node\n{OK}"], outputs="[{name: §level, type: string}]"),
    refuse=["RECIPE_OUTPUT_UNBOUND"],
)

# Conditions.

SLEEP = "id: a\ntype: sleep\nparams: {duration_ms: 1}\n"
for name, when, refuse in [
    ("present", "{present: {text_equals: a}}", None),
    ("gone", "{gone: {text_matches: b}, timeout_ms: 1}", None),
    ("long", "{present: {text_equals: a}, timeout_ms: 120000}", None),
    ("both", "{present: {text_equals: a}, gone: §{text_equals: b}}", ["RECIPE_NOT_HERE"]),
    ("empty", "§{}", ["RECIPE_MISSING_FIELD"]),
    ("time_alone", "{timeout_ms: §5}", ["RECIPE_NOT_HERE"]),
    ("time_and_ran", "{ran: b, timeout_ms: §5}", ["RECIPE_NOT_HERE"]),
    ("time_zero", "{present: {text_equals: a}, timeout_ms: §0}", ["RECIPE_OUT_OF_RANGE"]),
    ("time_over", "{present: {text_equals: a}, timeout_ms: §120001}", ["RECIPE_OUT_OF_RANGE"]),
    ("word", "§always", ["RECIPE_WRONG_TYPE"]),
    ("selector_empty", "{present: §{}}", ["RECIPE_EMPTY_SELECTOR"]),
    ("selector_unknown", "{present: {§textEquals: a}}", ["RECIPE_UNKNOWN_KEY"]),
    ("unknown_key", "{present: {text_equals: a}, §otherwise: b}", ["RECIPE_UNKNOWN_KEY"]),
    ("ran_dots", "{ran: §page.1.down}", ["RECIPE_MALFORMED"]),
]:
    step(f"when_{name}", "two.when", "a condition is present or gone with a selector, or ran", f"{SLEEP}when: {when}", refuse=refuse)
whole("when_first", "two.when format.first", "the first format has no conditions", recipe([f"{LOOK}\n§when: {{present: {{text_equals: a}}}}"], form=""), refuse=["RECIPE_UNKNOWN_KEY"])
for name, text in [("name", "Anna Schmidt"), ("email", "anna@example.org")]:
    step(f"when_personal_{name}", "two.literals.when", "what belongs to one person is in no condition", f'{SLEEP}when: {{present: {{text_equals: §"{text}"}}}}', refuse=["RECIPE_PERSONAL_LITERAL"])
step("when_impersonal", "two.literals.when", "a text of the app may be in a condition", f'{SLEEP}when: {{present: {{text_equals: "Not now"}}}}')
step("pattern_personal", "two.literals.when", "what belongs to one person is in no pattern", 'id: a\ntype: read_text\nselector: {text_matches: §"anna@example.org"}', refuse=["RECIPE_PERSONAL_LITERAL"])
whole(
    "when_input",
    "two.when",
    "an input may be used in a condition alone",
    recipe([f'{LOOK}\nwhen: {{present: {{text_equals: "${{inputs.a}}"}}, timeout_ms: 5}}'], inputs=["a"]),
    inputs={"a": "Sale"},
    actions=[{"id": "look", "type": "snapshot_ui", "when": {"present": {"textEquals": "Sale"}, "timeoutMs": 5}}],
)
whole(
    "when_undeclared",
    "two.when",
    "an input of a condition is declared",
    recipe([f'{LOOK}\nwhen: {{present: {{text_equals: §"${{inputs.a}}"}}}}']),
    refuse=["RECIPE_INPUT_UNDECLARED"],
)
CLOSE = "id: close\ntype: click\nselector: {text_equals: Close}\nwhen: {present: {text_equals: News}, timeout_ms: 2000}"
GONE = "id: gone\ntype: wait_for_node\nselector: {text_equals: News}\nparams: {until: gone}"
SPEC_CLOSE = {"present": {"textEquals": "News"}, "timeoutMs": 2000}
PRESS_CLOSE = {"id": "close", "type": "click", "params": {"where": {"textEquals": "Close"}, "strict": True}, "when": SPEC_CLOSE}
whole(
    "when_confirmed",
    "two.when.verifier two.when.compiled",
    "the wait and the confirm of a step are skipped with it",
    recipe([f"{CLOSE}\nwait: {{after_ms: 5}}\nconfirm: {{selector: {{text_equals: Home}}}}"], capabilities="observe, click, toggle"),
    inputs={},
    actions=[
        PRESS_CLOSE,
        {"id": "close.wait", "type": "sleep", "params": {"durationMs": 5}, "when": {"ran": "close"}},
        {"id": "close.confirm", "type": "wait_for_node", "params": {"where": {"textEquals": "Home"}, "timeoutMs": 5000, "verifies": "close"}, "when": {"ran": "close"}},
    ],
)
whole(
    "when_verified",
    "two.when.verifier two.when.compiled",
    "a step that is done with the press verifies it",
    recipe([CLOSE, f"{GONE}\nwhen: {{ran: close}}"], capabilities="observe, click, toggle"),
    inputs={},
    actions=[
        PRESS_CLOSE,
        {"id": "gone", "type": "wait_for_node", "params": {"where": {"textEquals": "News"}, "verifies": "close", "until": "gone"}, "when": {"ran": "close"}},
    ],
)
whole("when_verified_always", "two.when.verifier", "what is always waited for says nothing of a press that may be skipped", recipe(["§" + CLOSE, DONE], capabilities="observe, click, toggle"), refuse=["RECIPE_NOT_VERIFIED"])
whole(
    "when_verified_sometimes",
    "two.when.verifier",
    "what may be skipped does not verify what is always pressed",
    recipe(["§" + PRESS, f"{DONE}\nwhen: {{present: {{text_equals: x}}}}"], capabilities="observe, click, toggle"),
    refuse=["RECIPE_NOT_VERIFIED"],
)
whole(
    "when_verified_again",
    "two.when.verifier two.when.compiled",
    "the same condition may have another answer later, so it is not the same",
    recipe(["§" + CLOSE, f"{DONE}\nwhen: {{present: {{text_equals: News}}, timeout_ms: 2000}}"], capabilities="observe, click, toggle"),
    refuse=["RECIPE_NOT_VERIFIED"],
)
whole(
    "when_verified_half",
    "two.when.verifier",
    "what has a condition of its own besides does not verify",
    recipe(["§" + CLOSE, f"{DONE}\nwhen: {{ran: close, present: {{text_equals: x}}}}"], capabilities="observe, click, toggle"),
    refuse=["RECIPE_NOT_VERIFIED"],
)
whole(
    "when_verified_group",
    "two.when.verifier",
    "two steps that are done with a third verify each other",
    recipe([f"{LOOK}\nwhen: {{present: {{text_equals: News}}}}", f"{PRESS}\nwhen: {{ran: look}}", f"{DONE}\nwhen: {{ran: look}}"], capabilities="observe, click, toggle"),
    inputs={},
    actions=[
        {"id": "look", "type": "snapshot_ui", "when": {"present": {"textEquals": "News"}}},
        {"id": "press", "type": "click", "params": {"where": {"textEquals": "Close"}, "strict": True}, "when": {"ran": "look"}},
        {"id": "done", "type": "wait_for_node", "params": {"where": {"textEquals": "Done"}, "verifies": "press"}, "when": {"ran": "press"}},
    ],
)
whole("when_ran_later", "two.when.ran", "ran names an earlier step", recipe([f"{LOOK}\nwhen: {{ran: §later}}", "id: later\ntype: snapshot_ui"]), refuse=["RECIPE_UNKNOWN_STEP"])
whole("when_ran_itself", "two.when.ran", "a step does not wait for itself", recipe([f"{LOOK}\nwhen: {{ran: §look}}"]), refuse=["RECIPE_UNKNOWN_STEP"])
whole("when_ran_earlier", "two.when.ran", "an earlier step may be one that is always done", recipe([LOOK, "id: b\ntype: snapshot_ui\nwhen: {ran: look}"]))

# Repetition.

def repeat(steps, times="3", until="{present: {text_equals: End}}"):
    inner = "".join("    - " + block.strip().replace("\n", "\n      ") + "\n" for block in steps)
    return f"id: page\nrepeat:\n  times: {times}\n  until: {until}\n  steps:\n{inner}".rstrip()


DOWN = "id: down\ntype: scroll"
END = {"textEquals": "End"}
whole(
    "repeat_unrolled",
    "two.repeat two.repeat.unrolled",
    "a repetition is as many copies as it may need, each on the last one, and what ends it is waited for",
    recipe([repeat([DOWN, "id: idle\ntype: wait_for_idle"], times="2", until="{present: {text_equals: End}, timeout_ms: 700}"), LOOK], capabilities="observe, navigate"),
    inputs={},
    actions=[
        {"id": "page.1.down", "type": "scroll", "when": {"gone": END}},
        {"id": "page.1.idle", "type": "wait_for_idle", "params": {}, "when": {"ran": "page.1.down"}},
        {"id": "page.2.down", "type": "scroll", "when": {"gone": END, "ran": "page.1.down"}},
        {"id": "page.2.idle", "type": "wait_for_idle", "params": {}, "when": {"ran": "page.2.down"}},
        {"id": "page.until", "type": "wait_for_node", "params": {"where": END, "timeoutMs": 700}},
        {"id": "look", "type": "snapshot_ui"},
    ],
)
whole(
    "repeat_until_gone",
    "two.repeat.unrolled",
    "a repetition until something is gone goes on while it is there",
    recipe([repeat([DOWN], times="1", until="{gone: {text_equals: End}}")], capabilities="observe, navigate"),
    inputs={},
    actions=[
        {"id": "page.1.down", "type": "scroll", "when": {"present": END}},
        {"id": "page.until", "type": "wait_for_node", "params": {"where": END, "until": "gone"}},
    ],
)
NEXT = "id: next\ntype: click\nselector: {text_equals: Next}"
CONFIRM = '\nconfirm: {selector: {resource_id: "a:id/page"}}'
COPY = {"where": {"textEquals": "Next"}, "strict": True}
SHOWN = {"where": {"resourceId": "a:id/page"}, "timeoutMs": 5000}
whole(
    "repeat_verified",
    "two.repeat.verify",
    "every copy has its own verification",
    recipe([repeat([NEXT + CONFIRM], times="2")], capabilities="observe, click, toggle"),
    inputs={},
    actions=[
        {"id": "page.1.next", "type": "click", "params": COPY, "when": {"gone": END}},
        {"id": "page.1.next.confirm", "type": "wait_for_node", "params": {**SHOWN, "verifies": "page.1.next"}, "when": {"ran": "page.1.next"}},
        {"id": "page.2.next", "type": "click", "params": COPY, "when": {"gone": END, "ran": "page.1.next"}},
        {"id": "page.2.next.confirm", "type": "wait_for_node", "params": {**SHOWN, "verifies": "page.2.next"}, "when": {"ran": "page.2.next"}},
        {"id": "page.until", "type": "wait_for_node", "params": {"where": END}},
    ],
)
whole("repeat_unverified", "two.repeat.verify", "the end of a repetition does not verify its copies", recipe([repeat(["§" + NEXT])], capabilities="observe, click, toggle"), refuse=["RECIPE_NOT_VERIFIED"])
whole("repeat_verified_behind", "two.repeat.verify", "what stands behind a repetition does not verify its copies", recipe([repeat(["§" + NEXT]), DONE], capabilities="observe, click, toggle"), refuse=["RECIPE_NOT_VERIFIED"])
whole("repeat_verified_inside", "two.repeat.verify", "a later step of the copy verifies it", recipe([repeat([NEXT, 'id: read\ntype: read_text\nselector: {resource_id: "a:id/page"}'])], capabilities="observe, click, toggle"))
whole(
    "repeat_inner_when",
    "two.repeat.unrolled",
    "a condition inside a repetition holds besides that of the copy",
    recipe([repeat([DOWN, f"{CLOSE}{CONFIRM}"], times="1")], capabilities="observe, navigate, click, toggle"),
    inputs={},
    actions=[
        {"id": "page.1.down", "type": "scroll", "when": {"gone": END}},
        {**PRESS_CLOSE, "id": "page.1.close", "when": {**SPEC_CLOSE, "ran": "page.1.down"}},
        {"id": "page.1.close.confirm", "type": "wait_for_node", "params": {**SHOWN, "verifies": "page.1.close"}, "when": {"ran": "page.1.close"}},
        {"id": "page.until", "type": "wait_for_node", "params": {"where": END}},
    ],
)
for name, text, code in [
    ("no_times", repeat([DOWN]).replace("repeat:\n  times: 3\n  until", "repeat:\n  §until"), "RECIPE_MISSING_FIELD"),
    ("times_zero", repeat([DOWN], times="§0"), "RECIPE_OUT_OF_RANGE"),
    ("times_eleven", repeat([DOWN], times="§11"), "RECIPE_OUT_OF_RANGE"),
    ("times_filled", repeat([DOWN], times='§"${inputs.a}"'), "RECIPE_WRONG_TYPE"),
    ("until_both", repeat([DOWN], until="{present: {text_equals: a}, gone: §{text_equals: b}}"), "RECIPE_NOT_HERE"),
    ("until_empty", repeat([DOWN], until="§{timeout_ms: 5}"), "RECIPE_MISSING_FIELD"),
    ("until_ran", repeat([DOWN], until="{present: {text_equals: a}, §ran: b}"), "RECIPE_UNKNOWN_KEY"),
    ("nested", "id: page\nrepeat:\n  times: 2\n  until: {present: {text_equals: End}}\n  steps:\n    - §id: inner\n      repeat: {times: 2}", "RECIPE_NOT_HERE"),
    ("first_when", repeat([DOWN + "\nwhen: §{present: {text_equals: a}}"]), "RECIPE_NOT_HERE"),
    ("twice", repeat([DOWN, DOWN.replace("id: ", "id: §")]), "RECIPE_REPEATED"),
    ("with_type", repeat([DOWN]).replace("id: page", "id: page\n§type: scroll"), "RECIPE_UNKNOWN_KEY"),
    ("with_when", repeat([DOWN]).replace("id: page", "id: page\n§when: {ran: a}"), "RECIPE_UNKNOWN_KEY"),
    ("empty", "id: page\nrepeat:\n  §times: 2\n  until: {present: {text_equals: End}}\n  steps: []", "RECIPE_NO_STEPS"),
    ("step_wrong", repeat(["id: down\ntype: §fly"]), "RECIPE_ACTION_TYPE"),
    ("too_many", repeat([f"id: s{one}\ntype: scroll" for one in range(6)], times="§10"), "RECIPE_LIMIT"),
]:
    step(f"repeat_{name}", "two.repeat", "a repetition is of 1 to 10 times, with an end and steps of its own", text, refuse=[code])
step("repeat_ten", "two.repeat", "a repetition of ten times is one", repeat([DOWN], times="10"))
whole("repeat_first", "two.repeat format.first", "the first format has no repetition", recipe(["§id: page\n§repeat: {times: 2}"], form=""), refuse=["RECIPE_MISSING_FIELD", "RECIPE_UNKNOWN_KEY"])
whole("repeat_ran_outside", "two.repeat.ran", "inside a repetition, ran names one of its own steps", recipe([LOOK, repeat([DOWN, "id: x\ntype: snapshot_ui\nwhen: {ran: §look}"])], capabilities="observe, navigate"), refuse=["RECIPE_UNKNOWN_STEP"])
whole("repeat_ran_inside", "two.repeat.ran", "ran of a copy is of that copy", recipe([repeat([DOWN, "id: x\ntype: snapshot_ui\nwhen: {ran: down}"], times="1")], capabilities="observe, navigate"))
whole(
    "repeat_fifty",
    "two.repeat.unrolled",
    "with what belongs to its steps, a repetition may be too long once it is compiled",
    recipe([repeat([f"{NEXT}\nwait: {{after_ms: 1}}{CONFIRM}", "id: idle\ntype: wait_for_idle\nparams: {quiet_ms: 1, timeout_ms: 2}", "id: x\ntype: snapshot_ui", "id: y\ntype: snapshot_ui"], times="9").replace(CONFIRM.strip(), CONFIRM.strip()[:-1] + ", timeout_ms: 1}").replace("confirm: ", "confirm: §")], capabilities="observe, click, toggle"),
    inputs={},
    refuse=["RECIPE_LIMIT"],
)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    for name, text in CASES.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    print(f"{len(CASES)} cases")


main()
