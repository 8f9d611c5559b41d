//! Hostile lines by the hundred, the same ones on every machine.

/// A linear congruential generator: all that is needed is that it never changes.
pub(super) struct Generator(u64);

/// Pieces of words, each of which some shell has misread at some time.
const PIECES: &[&str] = &[
    "a",
    "b c",
    "",
    "$x",
    "${x}",
    "\"$x\"",
    "'$x'",
    "$y",
    "\"$y\"",
    "${y:-d e}",
    "\"${y:-d e}\"",
    "${y-'q r'}",
    "${x:+z z}",
    "${x#*o}",
    "${x##*o}",
    "${x%o*}",
    "${x%%o*}",
    "${#x}",
    "$#",
    "$?",
    "$1",
    "\"$2\"",
    "$@",
    "\"$@\"",
    "\"$*\"",
    "$*",
    "$(argv q)",
    "\"$(echo a  b)\"",
    "$(echo 'a  b')",
    "`echo bt`",
    "\"`echo \\\"q\\\"`\"",
    "$((1+2*3))",
    "$((x0=5))",
    "\\",
    "\\\\",
    "\\'",
    "\\\"",
    "\\$x",
    "\\*",
    "'it''s'",
    "\"a\\\"b\"",
    "$'\\x41\\t'",
    "$'\\''",
    "$'\\u20ac'",
    "*",
    "*.txt",
    "?.txt",
    "[ab].txt",
    "[!a].txt",
    "\"*\"",
    "dir/*",
    "no*such",
    ".h*",
    "{p,q}",
    "{p,{q,r}}s",
    "\"{p,q}\"",
    "{p}",
    "{p,$x}",
    "{,p}",
    "~",
    "~/f",
    "\"~\"",
    "x~",
    "%s",
    "%%",
    "é",
    "日本",
    "😀",
    "\u{200F}",
    "\u{202E}abc",
    "#",
    "x#y",
    "=",
    "k=v",
    "-n",
    "--",
    "!",
    "]",
    "[",
    "\"$\"",
    "${x/o/0}",
    "${x//o/00}",
    "${x:1:2}",
    "@(a|b).txt",
    "!(a).txt",
    "$'a\\nb'",
    "\"a\nb\"",
    "${z:=set}",
    "'\n'",
    "a\\\nb",
    "$x$y",
    "$x\"$x\"$x",
    "''$y",
    "\"\"",
];

/// Whole commands; a word is put in for each `§`.
const FRAMES: &[&str] = &[
    "argv §",
    "argv § §",
    "argv §§",
    "argv § § §",
    "argv \"§\" §",
    "x=§; argv $x \"$x\"",
    "x=§ argv §; argv $x",
    "for i in § §; do argv \"$i\"; done",
    "case § in §) argv yes;; *) argv no;; esac",
    "[ § = § ]; argv $?",
    "[[ § = § ]]; argv $?",
    "argv $(argv §)",
    "argv \"$(argv §)\"",
    "if argv §; then argv §; else argv §; fi",
    "argv § | cat",
    "argv § && argv § || argv §",
    "! argv §; argv $?",
    "{ argv §; argv §; }",
    "(argv §; exit 3); argv $?",
    "f() { argv \"$@\" §; return 4; }; f §; argv $?",
    "set -- § §; argv $# \"$@\"",
    "IFS=:; x=a:b::c; argv $x §",
    "IFS=; argv $x §",
    "IFS=o; argv $x § \"$*\"",
    "argv <<E\n§\nE",
    "cat <<E\n§\nE",
    "cat <<'E'\n§\nE",
    "cat <<<§",
    "argv § > out; cat out",
    "argv § >> out; cat < out",
    "eval argv §",
    "eval 'argv §'",
    "eval \"argv §\"",
    "echo §",
    "print -r -- §",
    "echo -n §; argv §",
    "read -r p q <<E\n§\nE\nargv \"$p\" \"$q\"",
    "argv § # §",
    "argv §; # §\nargv §",
    "export k=§; argv \"$k\"",
    "k+=§; argv $k",
    "argv ${u:-§} ${x:+§}",
    "argv \"${u:-§}\"",
    "unset x; argv §",
    "set -f; argv §",
    "shift; argv $1 §",
    "cd dir; argv §",
    "while read -r l; do argv \"$l\"; done <<E\n§\n§\nE",
    "argv \"§",
    "argv '§",
    "argv $(§",
    "argv § )",
    "argv § |",
    "argv ${§",
    "argv § &&\nargv §",
    "argv § |\ncat",
];

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next line.
    pub(super) fn line(&mut self) -> String {
        let frame = self.pick(FRAMES);
        let mut line = String::new();
        for character in frame.chars() {
            if character != '§' {
                line.push(character);
                continue;
            }
            line.push_str(self.pick(PIECES));
            if self.next().is_multiple_of(3) {
                line.push_str(self.pick(PIECES));
            }
        }
        line
    }

    fn pick(&mut self, from: &'static [&'static str]) -> &'static str {
        let index = usize::try_from(self.next()).unwrap() % from.len();
        from[index]
    }

    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}
