//! Screens of apps: a bar, a body of sections, tabs.

use super::super::element::{Element, Rect};
use super::super::random::Random;
use super::super::toolkit::{Style, Toolkit, Trailing, Widget};
use super::super::vocabulary::Voice;
use super::Size;

/// A section of like widgets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Rows,
    Cards,
    Form,
    Texts,
    Cells,
    Chips,
    Buttons,
    Dots,
    Decoration,
}

/// A screen of an app in a toolkit, of about so many nodes.
pub(super) fn app(
    toolkit: Toolkit,
    size: Size,
    voice: Voice,
    nodes: usize,
    random: &mut Random,
) -> Element {
    let (width, height) = size;
    let mut page = Vec::new();
    let has_bar = toolkit != Toolkit::WebView && nodes > 12 && random.chance(80);
    let has_tabs = nodes > 30 && random.chance(40);
    let top = if has_bar { height / 12 } else { 0 };
    let bottom = if has_tabs {
        height - height / 14
    } else {
        height
    };
    if has_bar {
        page.push(bar(toolkit, [0, 0, width, top], voice, random));
    }
    let tabs = has_tabs.then(|| tabs(toolkit, [0, bottom, width, height], voice, random));
    let around: usize = page.iter().chain(&tabs).map(Element::count).sum();
    let left = nodes.saturating_sub(around + usize::from(depth(toolkit)) + 2);
    let body = body(toolkit, [0, top, width, bottom], voice, left.max(1), random);
    page.push(body);
    page.extend(tabs);
    let inner = Element::new(outer(toolkit), [0, 0, width, height]).children(page);
    window(toolkit, inner, random)
}

/// A page of the system's settings.
pub(super) fn settings(size: Size, voice: Voice, nodes: usize, random: &mut Random) -> Element {
    let (width, height) = size;
    let count = (i32::try_from(nodes).unwrap_or(70) / 7).max(3);
    let step = (height - height / 10) / count;
    let mut list = Element::new(
        "androidx.recyclerview.widget.RecyclerView",
        [0, height / 10, width, height],
    )
    .id("com.android.settings:id/recycler_view")
    .scrollable();
    for place in 0..count {
        let top = height / 10 + place * step;
        let title = Element::new(
            "android.widget.TextView",
            [200, top + 20, 800, top + step / 2],
        )
        .text(voice.label(random))
        .id("android:id/title");
        let summary = Element::new(
            "android.widget.TextView",
            [200, top + step / 2, 800, top + step - 10],
        )
        .text(voice.label(random))
        .id("android:id/summary");
        let words = Element::new("android.widget.RelativeLayout", [200, top, 800, top + step])
            .child(title)
            .children(random.chance(61).then_some(summary));
        let icon = Element::new(
            "android.widget.ImageView",
            [40, top + 20, 160, top + step - 20],
        )
        .id("android:id/icon");
        let mut row = Element::new("android.widget.LinearLayout", [0, top, width, top + step])
            .clickable()
            .child(icon.wrapped(1, "android.widget.LinearLayout"))
            .child(words);
        if random.chance(35) {
            let switch = Element::new(
                "android.widget.Switch",
                [850, top + 20, width - 40, top + step - 20],
            )
            .id("android:id/switch_widget")
            .checkable(random.chance(50));
            row = row.child(switch.wrapped(1, "android.widget.LinearLayout"));
        }
        list = list.child(row);
    }
    let bar = bar(Toolkit::Settings, [0, 0, width, height / 10], voice, random);
    let inner =
        Element::new("android.widget.LinearLayout", [0, 0, width, height]).children([bar, list]);
    window(Toolkit::Views, inner, random)
}

/// The boxes between the window and an app's first view.
fn window(toolkit: Toolkit, inner: Element, random: &mut Random) -> Element {
    let content = match toolkit {
        Toolkit::Compose => inner.wrapped(
            random.between(1, 3),
            "androidx.compose.ui.platform.ComposeView",
        ),
        Toolkit::Flutter => inner.wrapped(random.between(2, 4), "android.view.View"),
        Toolkit::ReactNative => inner.wrapped(random.between(5, 16), "android.view.ViewGroup"),
        Toolkit::WebView => {
            let mut web = inner;
            web.class = "android.webkit.WebView";
            web.is_scrollable = true;
            web.is_focusable = true;
            web.wrapped(1, "android.webkit.WebView")
        }
        Toolkit::Views
        | Toolkit::Launcher
        | Toolkit::SystemDialog
        | Toolkit::SystemUi
        | Toolkit::Canvas
        | Toolkit::Settings => inner.wrapped(random.between(1, 9), "android.view.ViewGroup"),
    };
    let mut content = content.wrapped(1, "android.widget.FrameLayout");
    "android:id/content".clone_into(&mut content.id);
    content
        .wrapped(random.between(1, 3), "android.widget.LinearLayout")
        .wrapped(1, "android.widget.FrameLayout")
}

/// How many boxes lie around a page, about.
const fn depth(toolkit: Toolkit) -> u8 {
    match toolkit {
        Toolkit::ReactNative => 14,
        Toolkit::Flutter => 7,
        _ => 9,
    }
}

const fn outer(toolkit: Toolkit) -> &'static str {
    match toolkit {
        Toolkit::Compose | Toolkit::Flutter | Toolkit::WebView => "android.view.View",
        Toolkit::ReactNative => "android.view.ViewGroup",
        _ => "android.widget.RelativeLayout",
    }
}

fn bar(toolkit: Toolkit, at: Rect, voice: Voice, random: &mut Random) -> Element {
    let [left, top, right, bottom] = at;
    let style = Style::new(toolkit, voice, random);
    let class = match toolkit {
        Toolkit::Views | Toolkit::Settings => "android.view.ViewGroup",
        _ => outer(toolkit),
    };
    let mut bar = Element::new(class, at);
    if random.chance(70) {
        let label = voice.words(12, random).map(|_| "Navigate up".to_owned());
        bar = bar.child(style.put(
            &Widget::Icon(label),
            [left, top, left + 130, bottom],
            random,
        ));
    }
    let title = Widget::Heading(voice.action(random));
    bar = bar.child(style.put(&title, [left + 140, top, right - 420, bottom], random));
    for place in 0..random.between(0, 3) {
        let label = voice.words(20, random);
        let at = [right - 130 * (place + 1), top, right - 130 * place, bottom];
        bar = bar.child(style.put(&Widget::Icon(label), at, random));
    }
    bar
}

fn tabs(toolkit: Toolkit, at: Rect, voice: Voice, random: &mut Random) -> Element {
    let [left, top, right, bottom] = at;
    let style = Style::new(toolkit, voice, random);
    let count = random.between(3, 5);
    let width = (right - left) / count;
    let selected = random.between(1, count);
    let tabs = (1..=count).map(|place| {
        let tab = Widget::Tab {
            label: voice.action(random),
            place,
            count,
            is_selected: place == selected,
        };
        let at = [
            left + width * (place - 1),
            top,
            left + width * place,
            bottom,
        ];
        style.put(&tab, at, random)
    });
    let tabs: Vec<Element> = tabs.collect();
    Element::new(outer(toolkit), at).children(tabs)
}

/// Sections until there are enough nodes.
fn body(toolkit: Toolkit, at: Rect, voice: Voice, nodes: usize, random: &mut Random) -> Element {
    let [left, top, right, bottom] = at;
    let mut sections = Vec::new();
    let mut count = 0;
    while count < nodes {
        let section = random
            .weighted(&sections_of(toolkit))
            .unwrap_or(Section::Texts);
        let widgets = widgets(section, voice, nodes - count, random);
        let style = Style::new(toolkit, voice, random);
        // Places are given out when it is known how many there are.
        let trial: usize = widgets
            .iter()
            .map(|widget| style.put(widget, at, &mut Random::new(1, 1)).count())
            .sum();
        count += trial + 1;
        sections.push((section, style, widgets));
    }
    let height = (bottom - top) / i32::try_from(sections.len().max(1)).unwrap_or(1);
    let mut body = Element::new(scroller(toolkit), at);
    for (place, (section, style, widgets)) in (0..).zip(&sections) {
        let area = [
            left,
            top + place * height,
            right,
            top + (place + 1) * height,
        ];
        body = body.child(lay_out(*section, style, widgets, area, random));
    }
    if random.chance(55) {
        body = body.scrollable();
        if toolkit == Toolkit::Views && random.chance(80) {
            body.id = voice.id(random);
        }
    }
    body
}

const fn scroller(toolkit: Toolkit) -> &'static str {
    match toolkit {
        Toolkit::Compose | Toolkit::Flutter | Toolkit::WebView => "android.view.View",
        Toolkit::ReactNative => "android.widget.ScrollView",
        _ => "androidx.recyclerview.widget.RecyclerView",
    }
}

fn lay_out(
    section: Section,
    style: &Style,
    widgets: &[Widget],
    at: Rect,
    random: &mut Random,
) -> Element {
    let [left, top, right, bottom] = at;
    let is_beside = matches!(section, Section::Chips | Section::Dots);
    let columns = match section {
        Section::Chips | Section::Dots => i32::try_from(widgets.len()).unwrap_or(1),
        Section::Cells => 3,
        Section::Buttons => 2,
        _ => 1,
    }
    .max(1);
    let rows = (i32::try_from(widgets.len()).unwrap_or(1) + columns - 1) / columns;
    let (width, height) = ((right - left) / columns, (bottom - top) / rows.max(1));
    let elements = (0..).zip(widgets).map(|(place, widget)| {
        let (column, row) = (place % columns, place / columns);
        let bounds = [
            left + column * width,
            top + row * height,
            left + (column + 1) * width,
            top + (row + 1) * height,
        ];
        style.put(widget, bounds, random)
    });
    let elements: Vec<Element> = elements.collect();
    let class = if is_beside && style.toolkit == Toolkit::Views {
        "android.widget.HorizontalScrollView"
    } else {
        outer(style.toolkit)
    };
    Element::new(class, at).children(elements)
}

/// How often each section comes, chosen so that shares of words and targets are those of real dumps.
const fn sections_of(toolkit: Toolkit) -> [(Section, i32); 9] {
    use Section::{Buttons, Cards, Cells, Chips, Decoration, Dots, Form, Rows, Texts};
    let weights = match toolkit {
        Toolkit::Compose => [22, 8, 8, 16, 6, 6, 22, 1, 22],
        Toolkit::ReactNative => [26, 12, 4, 22, 5, 10, 16, 0, 34],
        Toolkit::Flutter => [22, 8, 6, 22, 6, 8, 20, 2, 30],
        Toolkit::WebView => [34, 12, 3, 22, 4, 4, 8, 1, 30],
        _ => [19, 11, 5, 11, 7, 8, 20, 3, 34],
    };
    let [
        rows,
        cards,
        form,
        texts,
        cells,
        chips,
        buttons,
        dots,
        decoration,
    ] = weights;
    [
        (Rows, rows),
        (Cards, cards),
        (Form, form),
        (Texts, texts),
        (Cells, cells),
        (Chips, chips),
        (Buttons, buttons),
        (Dots, dots),
        (Decoration, decoration),
    ]
}

fn widgets(section: Section, voice: Voice, room: usize, random: &mut Random) -> Vec<Widget> {
    let most = i32::try_from(room / 4).unwrap_or(1).clamp(1, 12);
    let count = random.between(1, most);
    match section {
        Section::Rows => rows(count, voice, random),
        Section::Cards => cards(count.min(4), voice, random),
        Section::Form => (0..count.min(4))
            .map(|_| {
                let is_password = random.chance(12);
                Widget::Field {
                    label: voice.action(random),
                    value: random.chance(40).then(|| voice.label(random)),
                    is_password,
                }
            })
            .collect(),
        Section::Texts => (0..count.min(5))
            .map(|_| {
                Widget::Text(if random.chance(25) {
                    voice.paragraph(random)
                } else {
                    voice.label(random)
                })
            })
            .collect(),
        Section::Cells => {
            let is_named = voice.words(25, random).is_some();
            (0..count.max(3))
                .map(|_| Widget::Cell(is_named.then(|| voice.label(random))))
                .collect()
        }
        Section::Chips => (0..count.clamp(2, 6))
            .map(|_| Widget::Chip(voice.action(random)))
            .collect(),
        Section::Buttons => (0..count.min(4))
            .map(|_| {
                if random.chance(65) {
                    Widget::Button(voice.action(random))
                } else {
                    Widget::Icon(voice.words(20, random))
                }
            })
            .collect(),
        Section::Dots => (0..random.between(3, 5))
            .map(|_| Widget::Icon(None))
            .collect(),
        Section::Decoration => (0..count.min(6)).map(|_| Widget::Decoration).collect(),
    }
}

/// Like rows: all have the same thing at their end.
fn rows(count: i32, voice: Voice, random: &mut Random) -> Vec<Widget> {
    let has_subtitle = random.chance(40);
    let kind = random.between(0, 99);
    let words = voice.action(random);
    let icon = voice.words(45, random);
    (0..count)
        .map(|_| Widget::Row {
            title: voice.label(random),
            subtitle: has_subtitle.then(|| voice.label(random)),
            trailing: match kind {
                0..38 => Trailing::Nothing,
                38..48 => Trailing::Switch(random.chance(50)),
                48..68 => Trailing::Icon(icon.clone()),
                68..84 => Trailing::Button(words.clone()),
                _ => Trailing::Value(Voice::value(random)),
            },
        })
        .collect()
}

/// Like cards: all have the same actions.
fn cards(count: i32, voice: Voice, random: &mut Random) -> Vec<Widget> {
    let lines = random.between(0, 2);
    let actions: Vec<Option<String>> = (0..random.between(0, 2))
        .map(|_| voice.words(30, random))
        .collect();
    (0..count)
        .map(|_| Widget::Card {
            title: voice.label(random),
            lines: (0..lines)
                .map(|_| {
                    if random.chance(50) {
                        Voice::value(random)
                    } else {
                        voice.label(random)
                    }
                })
                .collect(),
            actions: actions.clone(),
        })
        .collect()
}
