//! Words as screens show them, in the lengths and scripts of real ones.

use super::random::Random;

const COMMON: [&str; 40] = [
    "Home",
    "Search",
    "Settings",
    "Profile",
    "Back",
    "Next",
    "Cancel",
    "OK",
    "Done",
    "Save",
    "Delete",
    "Edit",
    "Share",
    "More",
    "Sign in",
    "Log out",
    "Help",
    "About",
    "Menu",
    "Close",
    "Continue",
    "Skip",
    "Add",
    "Remove",
    "Open",
    "View all",
    "Follow",
    "Play",
    "Pause",
    "Send",
    "Messages",
    "Library",
    "Favorites",
    "Downloads",
    "Account",
    "Privacy",
    "Notifications",
    "Language",
    "Today",
    "History",
];
const SYLLABLES: [&str; 24] = [
    "ma", "ter", "lo", "pan", "sti", "ker", "vo", "lin", "da", "res", "con", "tu", "pre", "mi",
    "os", "ran", "bel", "fi", "gra", "nu", "che", "war", "sol", "et",
];
const HAN: [char; 24] = [
    '设', '置', '搜', '索', '首', '页', '我', '的', '消', '息', '登', '录', '查', '看', '全', '部',
    '更', '多', '日', '期', '时', '间', '确', '定',
];
const CYRILLIC: [&str; 10] = [
    "на", "стро", "ки", "по", "иск", "гла", "ве", "ра", "до", "мой",
];
const ARABIC: [&str; 8] = [
    "حساب",
    "بحث",
    "اليوم",
    "رسائل",
    "فتح",
    "حفظ",
    "عرض",
    "المزيد",
];
const ACCENTED: [&str; 10] = [
    "é", "ción", "ão", "ü", "ß", "pré", "ñe", "über", "çi", "mañ",
];
const EMOJI: [&str; 8] = [
    "🔥",
    "🎉",
    "💻",
    "✅",
    "❤\u{fe0f}",
    "👍🏽",
    "👩\u{200d}👧",
    "🇩🇪",
];
const ID_WORDS: [&str; 32] = [
    "title",
    "subtitle",
    "text",
    "image",
    "icon",
    "button",
    "container",
    "root",
    "content",
    "list",
    "item",
    "view",
    "header",
    "layout",
    "name",
    "price",
    "avatar",
    "toolbar",
    "action",
    "search",
    "bar",
    "bottom",
    "card",
    "badge",
    "label",
    "summary",
    "main",
    "frame",
    "wrapper",
    "primary",
    "info",
    "row",
];
const PACKAGES: [&str; 14] = [
    "com.example.shop",
    "org.example.reader",
    "com.company.messenger.app",
    "io.sample.notes",
    "com.brand.mobilebanking",
    "net.demo.weather",
    "com.acme.android.travel",
    "de.beispiel.fitness",
    "com.video.streaming.mobile",
    "app.small",
    "com.jp.example.news",
    "com.sample.foodorder.customer",
    "br.com.exemplo.taxi",
    "com.android.sample",
];

/// The script that an app speaks, and its package.
#[derive(Clone, Copy)]
pub(crate) struct Voice {
    pub(crate) package: &'static str,
    script: Script,
    /// How often a target has no words, in percent of the usual.
    unnamed: i32,
}

#[derive(Clone, Copy)]
enum Script {
    Latin,
    Accented,
    Han,
    Cyrillic,
    Arabic,
}

impl Voice {
    /// The voice of an app; of a part of the system where a package is given.
    pub(crate) fn new(package: Option<&'static str>, unnamed: i32, random: &mut Random) -> Self {
        let scripts = [
            (Script::Latin, 66),
            (Script::Accented, 12),
            (Script::Han, 16),
            (Script::Cyrillic, 4),
            (Script::Arabic, 2),
        ];
        Self {
            package: package
                .or_else(|| random.pick(&PACKAGES))
                .unwrap_or("com.example.app"),
            unnamed,
            script: random.weighted(&scripts).unwrap_or(Script::Latin),
        }
    }

    /// A text as labels have it: mostly short, now and then a sentence.
    pub(crate) fn label(self, random: &mut Random) -> String {
        let length = random.spread([3, 8, 26, 140]);
        let mut label = if random.chance(18) {
            random.pick(&COMMON).unwrap_or("OK").to_owned()
        } else {
            self.sentence(random, length)
        };
        if random.chance(2) {
            label.push(' ');
            label.push_str(random.pick(&EMOJI).unwrap_or(""));
        }
        if random.chance(1) {
            label.push('\u{a0}');
        }
        if random.chance(2) {
            label = format!(" {label} ");
        }
        if random.chance(1) {
            label = label.replacen(' ', "\n", 1);
        }
        label
    }

    /// A short text, as buttons and tabs have it; one in eight in capitals.
    pub(crate) fn action(self, random: &mut Random) -> String {
        let length = random.spread([3, 7, 16, 28]);
        let action = if random.chance(40) {
            random.pick(&COMMON).unwrap_or("OK").to_owned()
        } else {
            self.sentence(random, length)
        };
        if random.chance(12) {
            action.to_uppercase()
        } else {
            action
        }
    }

    /// Words for a picture that can be touched; none as often as given in percent, more or less by toolkit.
    pub(crate) fn words(self, unnamed: i32, random: &mut Random) -> Option<String> {
        let is_named = !random.chance(unnamed * self.unnamed / 100);
        is_named.then(|| self.action(random))
    }

    /// A text to read, of a line or several.
    pub(crate) fn paragraph(self, random: &mut Random) -> String {
        let length = random.spread([40, 90, 260, 1_500]);
        self.sentence(random, length)
    }

    /// A price, a number, a time: the same ones come again and again.
    pub(crate) fn value(random: &mut Random) -> String {
        match random.between(0, 3) {
            0 => format!("{}:{:02}", random.between(0, 23), random.between(0, 59)),
            1 => format!("${}.99", random.between(1, 40)),
            2 => random.between(0, 30).to_string(),
            _ => format!("{} %", random.between(1, 100)),
        }
    }

    /// An id with the app's package.
    pub(crate) fn id(self, random: &mut Random) -> String {
        format!("{}:id/{}", self.package, bare_id(random))
    }

    fn sentence(self, random: &mut Random, length: i32) -> String {
        let length = usize::try_from(length.max(2)).unwrap_or(2);
        let mut text = String::new();
        if matches!(self.script, Script::Han) {
            // A sign says what two or three letters say.
            while text.chars().count() < (length / 2).max(2) {
                text.push(random.pick(&HAN).unwrap_or('页'));
            }
            return text;
        }
        while text.chars().count() < length {
            if !text.is_empty() {
                text.push(' ');
            }
            let word = self.word(random);
            let is_first = text.is_empty();
            let mut letters = word.chars();
            if let Some(first) = letters.next().filter(|_| is_first || random.chance(20)) {
                text.extend(first.to_uppercase());
                text.push_str(letters.as_str());
            } else {
                text.push_str(&word);
            }
        }
        text.chars().take(length).collect::<String>().trim().into()
    }

    fn word(self, random: &mut Random) -> String {
        let of: &[&str] = match self.script {
            Script::Cyrillic => &CYRILLIC,
            Script::Arabic => &ARABIC,
            Script::Accented if random.chance(25) => &ACCENTED,
            Script::Latin | Script::Accented | Script::Han => &SYLLABLES,
        };
        let syllables = if matches!(self.script, Script::Arabic) {
            1
        } else {
            random.between(1, 4)
        };
        (0..syllables).filter_map(|_| random.pick(of)).collect()
    }
}

/// An id without a package, in one of the spellings that apps use.
pub(crate) fn bare_id(random: &mut Random) -> String {
    let words: Vec<&str> = (0..random.between(1, 3))
        .filter_map(|_| random.pick(&ID_WORDS))
        .collect();
    words.join("_")
}

/// A sign of an icon font.
pub(crate) fn glyph(random: &mut Random) -> String {
    let code = 0xe000 + u32::try_from(random.between(0, 0x8ff)).unwrap_or(0);
    char::from_u32(code).map(String::from).unwrap_or_default()
}
