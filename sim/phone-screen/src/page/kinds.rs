//! What each kind of view brings along.

use crate::page::node::Flags;
use crate::scene::{Edges, Size, ViewKind};

/// The defaults of a kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Preset {
    pub(super) class: &'static str,
    pub(super) width: Size,
    pub(super) height: Size,
    pub(super) min_height: i32,
    pub(super) padding: Edges,
    pub(super) flags: Flags,
}

const RECYCLER: &str = "androidx.recyclerview.widget.RecyclerView";
const BASE: Flags = Flags::ENABLED.union(Flags::VISIBLE);
const TOUCHED: Flags = BASE.union(Flags::CLICKABLE).union(Flags::FOCUSABLE);
const CHECKED: Flags = TOUCHED.union(Flags::CHECKABLE);

pub(super) fn preset(kind: ViewKind) -> Preset {
    use Size::{Dp, Match, Wrap};
    let of = |class, width, height, flags| Preset {
        class,
        width,
        height,
        min_height: 0,
        padding: Edges::default(),
        flags,
    };
    match kind {
        ViewKind::View => of("android.view.View", Match, Wrap, BASE),
        ViewKind::Column | ViewKind::Row => of("android.widget.LinearLayout", Match, Wrap, BASE),
        ViewKind::Frame => of("android.widget.FrameLayout", Match, Wrap, BASE),
        ViewKind::Card => of("androidx.cardview.widget.CardView", Match, Wrap, BASE),
        ViewKind::Grid => of("android.widget.GridLayout", Match, Wrap, BASE),
        ViewKind::List => of(RECYCLER, Match, Match, BASE.union(Flags::FOCUSABLE)),
        // A recycler with columns names itself after the older widget.
        ViewKind::GridList => of(
            "android.widget.GridView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        ViewKind::HorizontalList => of(RECYCLER, Match, Wrap, BASE.union(Flags::FOCUSABLE)),
        ViewKind::Scroll => of(
            "android.widget.ScrollView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        ViewKind::HorizontalScroll => of(
            "android.widget.HorizontalScrollView",
            Match,
            Wrap,
            BASE.union(Flags::FOCUSABLE),
        ),
        ViewKind::Text => of("android.widget.TextView", Wrap, Wrap, BASE),
        ViewKind::Button => Preset {
            min_height: 48,
            padding: edges(16, 8),
            ..of("android.widget.Button", Wrap, Wrap, TOUCHED)
        },
        ViewKind::Image => of("android.widget.ImageView", Dp(24), Dp(24), BASE),
        ViewKind::ImageButton => of("android.widget.ImageButton", Dp(48), Dp(48), TOUCHED),
        ViewKind::Switch => of("android.widget.Switch", Dp(52), Dp(48), CHECKED),
        ViewKind::CheckBox => Preset {
            min_height: 48,
            ..of("android.widget.CheckBox", Wrap, Wrap, CHECKED)
        },
        ViewKind::Radio => Preset {
            min_height: 48,
            ..of("android.widget.RadioButton", Wrap, Wrap, CHECKED)
        },
        ViewKind::Field => Preset {
            min_height: 56,
            padding: edges(16, 12),
            ..of(
                "android.widget.EditText",
                Match,
                Wrap,
                TOUCHED.union(Flags::LONG_CLICKABLE),
            )
        },
        ViewKind::Slider => of(
            "android.widget.SeekBar",
            Match,
            Dp(48),
            BASE.union(Flags::FOCUSABLE),
        ),
        ViewKind::ProgressBar => of("android.widget.ProgressBar", Match, Dp(16), BASE),
        ViewKind::Spinner => of("android.widget.ProgressBar", Dp(48), Dp(48), BASE),
        ViewKind::Chip => Preset {
            min_height: 48,
            padding: edges(16, 6),
            ..of("android.widget.Button", Wrap, Wrap, TOUCHED)
        },
        ViewKind::Tab => Preset {
            min_height: 48,
            padding: edges(12, 8),
            ..of("androidx.appcompat.app.ActionBar$Tab", Wrap, Wrap, TOUCHED)
        },
        ViewKind::Web => of(
            "android.webkit.WebView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        ViewKind::Divider => of("android.view.View", Match, Dp(1), BASE),
        ViewKind::Space => of("android.widget.Space", Match, Dp(8), BASE),
    }
}

const fn edges(horizontal: i32, vertical: i32) -> Edges {
    Edges {
        left: horizontal,
        top: vertical,
        right: horizontal,
        bottom: vertical,
    }
}
