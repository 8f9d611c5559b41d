#!/usr/bin/env python3
"""Holds the committed schemas against the contract's cases with a validator that is not ours.

usage: schemas/check.py PATH-TO-CLAWPERATOR

For every case under crates/contract/tests/cases:
- an accepted input fits execution-input.json, and what the binary answers fits validated.json, dry-run.json and,
  inside, execution.json;
- a refused input does not fit execution-input.json, or every issue of it breaks a rule that cannot-say.json lists and
  the case says so with "schema": "cannot-say";
- what the binary answers for a refused input fits failure.json.
The envelopes and results among the seed documents' examples fit envelope.json and result.json, and so do the answers
under crates/contract/tests/answers the schemas that they name. What the binary says of a machine without adb fits
doctor.json and failure.json.

For every case under crates/contract/tests/agent-cases: the action that comes out fits agent-action.json, and so does an
action that went in without a repair and without a null, while one with a repair does not.

The scenes that come with the virtual phone and those in docs/scenes.md fit scene.json, and do not with a slip in them.
The events that docs/events.md shows fit event.json. The lines that docs/control-socket.md and docs/reference/faults.md show fit virtual-phone-control.json.
"""

import json
import pathlib
import re
import subprocess
import sys

import jsonschema

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
TESTS = REPOSITORY / "crates/contract/tests"
REPEAT = re.compile(r"\{\{repeat:(.*?):(\d+)\}\}", re.DOTALL)


def main():
    binary = sys.argv[1]
    validators = {path.stem: load(path) for path in sorted((REPOSITORY / "schemas").glob("*.json"))
                  if path.stem != "cannot-say"}
    unsayable = {entry["rule"] for entry in json.loads((REPOSITORY / "schemas/cannot-say.json").read_text())}
    used = set()
    problems = []
    cases = sorted((TESTS / "cases").rglob("*.json"))
    for path in cases:
        name = str(path.relative_to(TESTS / "cases"))
        case = expand(json.loads(path.read_text()))
        for problem in check_case(binary, validators, unsayable, used, case):
            problems.append(f"{name}: {problem}")
    problems += [f"cannot-say.json: no case needs {rule}" for rule in sorted(unsayable - used)]
    agent_cases = sorted((TESTS / "agent-cases").rglob("*.json"))
    for path in agent_cases:
        name = str(path.relative_to(TESTS))
        case = expand(json.loads(path.read_text()))
        problems += [f"{name}: {problem}" for problem in check_agent_case(validators, case)]
    examples = sorted((TESTS / "seed-examples").glob("*.json"))
    for path in examples:
        example = json.loads(path.read_text())
        if example["as"] in ("envelope", "result") and not validators[example["as"]].is_valid(example["json"]):
            problems.append(f"{path.name}: does not fit {example['as']}.json")
    answers = sorted((TESTS / "answers").glob("*.json"))
    for path in answers:
        answer = json.loads(path.read_text())
        problems += [f"{path.name}: {problem}" for problem in unfit(validators, answer["as"], answer["json"])]
    for command, schema in (("doctor", "doctor"), ("devices", "failure")):
        problems += [f"{command}: {problem}" for problem in unfit(validators, schema, ask_without_adb(binary, command))]
    scenes, lines = shown_scenes(), shown_lines()
    problems += check_scenes(scenes)
    problems += check_lines(validators["virtual-phone-control"], lines)
    for line, info, text in fenced("docs/events.md"):
        for event in text.splitlines() if info == "jsonl" else []:
            problems += [f"docs/events.md:{line}: {problem}" for problem in unfit(validators, "event", json.loads(event))]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(scenes)} scenes and {len(lines)} lines of the control socket")
    print(f"{len(cases)} cases, {len(agent_cases)} of agents, {len(examples)} examples and {len(answers)} answers against {len(validators)} schemas: "
          f"{len(problems)} problems")
    return 1 if problems else 0


def check_case(binary, validators, unsayable, used, case):
    text = input_text(case)
    try:
        fits = validators["execution-input"].is_valid(json.loads(text, parse_constant=refuse_constant))
    except (ValueError, RecursionError):
        fits = True  # Not JSON, so that no schema ever sees it.
    if "accept" in case:
        if not fits:
            yield "accepted, but does not fit execution-input.json: " + first_error(validators, text)
        answer = ask(binary, text, "--validate-only")
        yield from unfit(validators, "validated", answer)
        yield from unfit(validators, "execution", answer.get("execution"))
        yield from unfit(validators, "dry-run", ask(binary, text, "--dry-run"))
        return
    answer = ask(binary, text, "--validate-only")
    yield from unfit(validators, "failure", answer)
    rules = {issue["rule"] for issue in answer.get("details", {}).get("issues", [])}
    if fits and not rules <= unsayable:
        yield f"refused for {sorted(rules - unsayable)}, but fits execution-input.json"
    if fits:
        used |= rules
    if fits != (case.get("schema") == "cannot-say"):
        yield f"\"schema\": \"cannot-say\" should be {'there' if fits else 'gone'}"


def check_agent_case(validators, case):
    if "action" not in case:
        return
    yield from unfit(validators, "agent-action", case["action"])
    given = case.get("input", {})
    if "type" in given and None not in given.values():
        fits = validators["agent-action"].is_valid(given)
        # What takes a default fits; whatever was changed does not.
        if fits == bool(case.get("repairs")):
            yield f"agent-action.json {'takes' if fits else 'refuses'} the input"


def check_scenes(scenes):
    schema = json.loads((REPOSITORY / "schemas/scene.json").read_text())
    for place, part, value in scenes:
        # A part of a scene is held against its own definition.
        own = schema if part == "SceneFile" else {"$defs": schema["$defs"], "$ref": f"#/$defs/{part}"}
        validator = jsonschema.Draft202012Validator(own)
        error = jsonschema.exceptions.best_match(validator.iter_errors(value))
        if error is not None:
            yield f"{place}: does not fit scene.json: {error.json_path}: {error.message[:200]}"
        if validator.is_valid({**value, "slip": 1}):
            yield f"{place}: fits scene.json with an unknown key"


def shown_scenes():
    """Every scene and part of one: its place, the name of its definition, and itself."""
    scenes = [(path.name, "SceneFile", json.loads(path.read_text()))
              for path in sorted((REPOSITORY / "sim/phone-screen/scenes").glob("*.json"))]
    parts = {"json scene": "SceneFile", "json app": "App", "json activity": "Activity", "json view": "View"}
    for line, info, text in fenced("docs/scenes.md"):
        if info in parts:
            scenes.append((f"docs/scenes.md:{line}", parts[info], json.loads(text)))
    return scenes


def check_lines(validator, lines):
    for place, line, answer in lines:
        if validator.is_valid(line) == ('"bad_request"' in answer):
            yield f"{place}: virtual-phone-control.json and the answer disagree about {json.dumps(line)}"


def shown_lines():
    """Every line of the control socket that is shown whole, and what follows it; `…` stands for what is left out."""
    shown = []
    for line, info, text in fenced("docs/control-socket.md"):
        said = text.splitlines() if info == "text control" else []
        shown += [(f"docs/control-socket.md:{line}", one[2:], next_one if one.startswith("> ") else "")
                  for one, next_one in zip(said, said[1:] + [""])]
    shown += [(f"docs/reference/faults.md:{line}", text, "") for line, info, text in fenced("docs/reference/faults.md")
              if info == "json"]
    return [(place, json.loads(said), answer) for place, said, answer in shown if "…" not in said]


def fenced(document):
    """The fenced blocks of a document: the line, what stands behind the fence, and the text."""
    blocks = []
    opened = None
    for number, line in enumerate((REPOSITORY / document).read_text().splitlines(), start=1):
        if line.startswith("```"):
            if opened is None:
                opened = (number, line[3:], [])
            else:
                blocks.append((opened[0], opened[1], "\n".join(opened[2])))
                opened = None
        elif opened is not None:
            opened[2].append(line)
    return blocks


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON, though Python reads it")


def unfit(validators, name, document):
    error = next(validators[name].iter_errors(document), None)
    if error is not None:
        yield f"the answer does not fit {name}.json: {error.json_path}: {error.message[:200]}"


def first_error(validators, text):
    error = jsonschema.exceptions.best_match(validators["execution-input"].iter_errors(json.loads(text)))
    return f"{error.json_path}: {error.message[:200]}"


def ask(binary, text, flag):
    run = subprocess.run([binary, "exec", "--payload", "-", flag, "--json"], input=text.encode(), capture_output=True)
    return json.loads(run.stdout)


def ask_without_adb(binary, command):
    # Nobody listens on port 1, and without a PATH there is no program to start a server with.
    run = subprocess.run([binary, command, "--json"], env={"ANDROID_ADB_SERVER_PORT": "1"}, capture_output=True)
    return json.loads(run.stdout)


def input_text(case):
    if "inputText" in case:
        return case["inputText"]
    if "input" in case:
        return json.dumps(case["input"])
    actions = [case["action"]]
    if "repeat" in case:
        actions = [{**case["action"], "id": f"a{index}"} for index in range(case["repeat"])]
    return json.dumps({"commandId": "c", "taskId": "t", "source": "case", "expectedFormat": "android-ui-automator",
                       "timeoutMs": 30000, "actions": actions})


def expand(value):
    if isinstance(value, str):
        return REPEAT.sub(lambda match: match[1] * int(match[2]), value)
    if isinstance(value, list):
        return [expand(item) for item in value]
    if isinstance(value, dict):
        return {key: expand(item) for key, item in value.items()}
    return value


def load(path):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


if __name__ == "__main__":
    sys.exit(main())
