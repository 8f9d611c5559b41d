//! The checks themselves, by what they try.

mod clipboard;
mod keys;
mod lists;
mod looks;
mod pages;
mod phone;
mod pictures;
mod recordings;
mod settings;
mod texts;
mod touches;
mod waits;

use crate::app;
use crate::bench::Bench;
use crate::check::{CheckId, Outcome};
use crate::kept::Kept;

pub(crate) async fn make(id: CheckId, bench: &Bench, kept: &Kept) -> Outcome {
    match id {
        CheckId::PhoneUsable => phone::usable(bench).await,
        CheckId::PhoneSize => phone::size(bench).await,
        CheckId::PhoneHeld => phone::held(bench).await,
        CheckId::AppInstall => app::install(&bench.phone).await,
        CheckId::AppLaunch => pages::launch(bench).await,
        CheckId::AppOpen => pages::open(bench).await,
        CheckId::LookTree => looks::tree(bench).await,
        CheckId::LookAgain => looks::again(bench).await,
        CheckId::LookRestless => looks::restless(bench).await,
        CheckId::LookDialog => looks::dialog(bench).await,
        CheckId::TouchTap => touches::tap(bench).await,
        CheckId::TouchPoints => touches::points(bench).await,
        CheckId::TouchHold => touches::hold(bench).await,
        CheckId::TouchSwipe => touches::swipe(bench).await,
        CheckId::TouchDrag => touches::drag(bench).await,
        CheckId::TouchDouble => touches::double(bench).await,
        CheckId::TouchPinch => touches::pinch(bench).await,
        CheckId::TouchFingers => touches::fingers(bench).await,
        CheckId::TouchJudged => touches::judged_before(bench).await,
        CheckId::KeyBack => keys::back(bench).await,
        CheckId::KeyCode => keys::code(bench).await,
        CheckId::KeyAllowed => keys::allowed(bench).await,
        CheckId::TextAscii => texts::ascii(bench).await,
        CheckId::TextUnicode => texts::unicode(bench).await,
        CheckId::TextLines => texts::lines(bench).await,
        CheckId::TextReplace => texts::replace(bench).await,
        CheckId::TextAppend => texts::append(bench).await,
        CheckId::TextSecret => texts::secret(bench).await,
        CheckId::TextSubmit => texts::submit(bench).await,
        CheckId::WaitNode => waits::node(bench).await,
        CheckId::WaitToast => waits::toast(bench).await,
        CheckId::ListScroll => lists::scroll(bench).await,
        CheckId::ListEnd => lists::end(bench).await,
        CheckId::PictureWhole => pictures::whole(bench).await,
        CheckId::PictureSmall => pictures::small(bench).await,
        CheckId::PictureSecure => pictures::secure(bench).await,
        CheckId::Clipboard => clipboard::text(bench, kept).await,
        CheckId::Recording => recordings::pressed(bench).await,
        CheckId::Settings => settings::look(bench).await,
        CheckId::LeftClipboard => kept.put_back_clip(bench).await,
        CheckId::LeftRotation => kept.put_back_rotation(bench).await,
        CheckId::LeftKeyboard => kept.put_back_keyboard(bench).await,
        CheckId::LeftApp => app::remove(&bench.phone).await,
    }
}
