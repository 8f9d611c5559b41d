//! `dumpsys input_method`.

use crate::call::Call;
use crate::release::Release;
use crate::text::lines;

/// The text of the service.
pub(super) async fn text(call: &Call<'_>) -> String {
    let (release, shown) = (call.release(), call.state().await.keyboard_shown);
    let selected = call
        .phone()
        .inner()
        .selected_input_method()
        .unwrap_or("null")
        .to_owned();
    let methods = call.phone().input_methods();
    let methods = lines(
        "  InputMethod #",
        methods
            .iter()
            .enumerate()
            .map(|(index, method)| format!("{index}:\n      mId={}", method.id)),
    );
    let service = format!(
        "\nInput method service state for {selected}:\n  mWindowVisible={shown} mDecorViewVisible={shown} mInShowWindow=false\n  \
         mShowInputRequested={shown} mIsInputViewShown={shown}\n"
    );
    if release >= Release::Android16 {
        return format!(
            "Input Method Manager Service state:\n  Users:\n    User 0\n      mSelectedMethodId={selected}\n      \
             mCurId={selected}\n      mHaveConnection=true\n      mBoundToMethod=true\n      mVisibleBound=false\n      \
             mInputShown={shown}\n{methods}{service}"
        );
    }
    let shown_lines = if release >= Release::Android14 {
        format!(
            "  mShowRequested={shown}\n  mShowExplicitlyRequested=false\n  mShowForced=false\n  mInputShown={shown}\n"
        )
    } else {
        format!(
            "  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false mInputShown={shown}\n"
        )
    };
    format!(
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=1\n{methods}  mCurMethodId={selected}\n  \
         mCurClient=null mCurSeq=1\n  mCurId={selected} mHaveConnection=true mBoundToMethod=true mVisibleBound=false\n\
         {shown_lines}  mSystemReady=true mInteractive=true\n{service}"
    )
}
