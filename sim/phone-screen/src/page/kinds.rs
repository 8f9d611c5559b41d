//! What each kind of view brings along.

use crate::page::node::Flags;
use crate::scene::{Edges, Kind, Size};

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

pub(super) fn preset(kind: Kind) -> Preset {
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
        Kind::View => of("android.view.View", Match, Wrap, BASE),
        Kind::Column | Kind::Row => of("android.widget.LinearLayout", Match, Wrap, BASE),
        Kind::Frame => of("android.widget.FrameLayout", Match, Wrap, BASE),
        Kind::Card => of("androidx.cardview.widget.CardView", Match, Wrap, BASE),
        Kind::Grid => of("android.widget.GridLayout", Match, Wrap, BASE),
        Kind::List => of(RECYCLER, Match, Match, BASE.union(Flags::FOCUSABLE)),
        // A recycler with columns names itself after the older widget.
        Kind::GridList => of(
            "android.widget.GridView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        Kind::HorizontalList => of(RECYCLER, Match, Wrap, BASE.union(Flags::FOCUSABLE)),
        Kind::Scroll => of(
            "android.widget.ScrollView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        Kind::HorizontalScroll => of(
            "android.widget.HorizontalScrollView",
            Match,
            Wrap,
            BASE.union(Flags::FOCUSABLE),
        ),
        Kind::Text => of("android.widget.TextView", Wrap, Wrap, BASE),
        Kind::Button => Preset {
            min_height: 48,
            padding: edges(16, 8),
            ..of("android.widget.Button", Wrap, Wrap, TOUCHED)
        },
        Kind::Image => of("android.widget.ImageView", Dp(24), Dp(24), BASE),
        Kind::ImageButton => of("android.widget.ImageButton", Dp(48), Dp(48), TOUCHED),
        Kind::Switch => of("android.widget.Switch", Dp(52), Dp(48), CHECKED),
        Kind::CheckBox => Preset {
            min_height: 48,
            ..of("android.widget.CheckBox", Wrap, Wrap, CHECKED)
        },
        Kind::Radio => Preset {
            min_height: 48,
            ..of("android.widget.RadioButton", Wrap, Wrap, CHECKED)
        },
        Kind::Field => Preset {
            min_height: 56,
            padding: edges(16, 12),
            ..of(
                "android.widget.EditText",
                Match,
                Wrap,
                TOUCHED.union(Flags::LONG_CLICKABLE),
            )
        },
        Kind::Slider => of(
            "android.widget.SeekBar",
            Match,
            Dp(48),
            BASE.union(Flags::FOCUSABLE),
        ),
        Kind::ProgressBar => of("android.widget.ProgressBar", Match, Dp(16), BASE),
        Kind::Spinner => of("android.widget.ProgressBar", Dp(48), Dp(48), BASE),
        Kind::Chip => Preset {
            min_height: 48,
            padding: edges(16, 6),
            ..of("android.widget.Button", Wrap, Wrap, TOUCHED)
        },
        Kind::Tab => Preset {
            min_height: 48,
            padding: edges(12, 8),
            ..of("androidx.appcompat.app.ActionBar$Tab", Wrap, Wrap, TOUCHED)
        },
        Kind::Web => of(
            "android.webkit.WebView",
            Match,
            Match,
            BASE.union(Flags::FOCUSABLE),
        ),
        Kind::Divider => of("android.view.View", Match, Dp(1), BASE),
        Kind::Space => of("android.widget.Space", Match, Dp(8), BASE),
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
