//! What `input` does to the screen.

use std::time::Duration;

use clawperator_phone_screen::{InjectRefused, InputGesture, KeyPress, TouchPoint};

use super::command::Command;
use crate::call::Call;
use crate::dumpsys::display::logical_size;

const DPAD_UP: u32 = 19;
const DPAD_DOWN: u32 = 20;
const DPAD_LEFT: u32 = 21;
const DPAD_RIGHT: u32 = 22;
const DPAD_CENTER: u32 = 23;
/// How far one step of a wheel scrolls.
const WHEEL_STEP: f32 = 150.0;
const WHEEL_TIME: Duration = Duration::from_millis(300);

/// Performs a command on the main display.
pub(super) async fn run(call: &Call<'_>, command: &Command) -> Result<(), InjectRefused> {
    let screen = call.screen();
    match command {
        Command::Help => Ok(()),
        Command::Text(text) if text.is_empty() => Ok(()),
        Command::Text(text) => screen.text(text).await,
        Command::Keys {
            codes,
            long,
            double,
            delay,
        } => {
            let times = if *double { 2 } else { 1 };
            for (index, code) in codes.iter().enumerate() {
                if index > 0 && !delay.is_zero() {
                    call.process.clock.sleep(*delay).await;
                }
                // Key 0 is what an unknown name stands for; nobody listens to it.
                for _ in (0..times).filter(|_| *code != 0) {
                    screen
                        .key(KeyPress {
                            code: *code,
                            long: *long,
                        })
                        .await?;
                }
            }
            Ok(())
        }
        Command::Combination(codes) => call.framework.machine.key_combination(screen, codes).await,
        Command::Tap(at) => gesture(call, &[*at], InputGesture::Tap(*at)).await,
        Command::Swipe { from, to, duration } => {
            let swipe = InputGesture::Swipe {
                from: *from,
                to: *to,
                duration: *duration,
            };
            gesture(call, &[*from, *to], swipe).await
        }
        Command::DragAndDrop { from, to, duration } => {
            let drag = InputGesture::DragAndDrop {
                from: *from,
                to: *to,
                duration: *duration,
            };
            gesture(call, &[*from, *to], drag).await
        }
        // Views take a trackball for a pad with four directions and a centre.
        Command::Press => {
            screen
                .key(KeyPress {
                    code: DPAD_CENTER,
                    long: false,
                })
                .await
        }
        Command::Roll { x, y } => roll(call, *x, *y).await,
        Command::Motion { action, at } => {
            if at.x.is_finite() && at.y.is_finite() {
                screen.motion(*action, *at).await?;
            }
            Ok(())
        }
        Command::Scroll {
            at,
            vertical,
            horizontal,
        } => {
            let (width, height) = logical_size(&call.state().await);
            // No display has that many pixels.
            let middle = |length: u32| f32::from(u16::try_from(length / 2).unwrap_or(u16::MAX));
            let from = at.unwrap_or(TouchPoint {
                x: middle(width),
                y: middle(height),
            });
            let to = TouchPoint {
                x: from.x + horizontal * WHEEL_STEP,
                y: from.y + vertical * WHEEL_STEP,
            };
            gesture(
                call,
                &[from, to],
                InputGesture::Swipe {
                    from,
                    to,
                    duration: WHEEL_TIME,
                },
            )
            .await
        }
    }
}

async fn roll(call: &Call<'_>, x: f32, y: f32) -> Result<(), InjectRefused> {
    for (value, less, more) in [(x, DPAD_LEFT, DPAD_RIGHT), (y, DPAD_UP, DPAD_DOWN)] {
        let code = if value <= -1.0 {
            less
        } else if value >= 1.0 {
            more
        } else {
            continue;
        };
        call.screen().key(KeyPress { code, long: false }).await?;
    }
    Ok(())
}

/// A finger that is nowhere touches nothing.
async fn gesture(
    call: &Call<'_>,
    points: &[TouchPoint],
    gesture: InputGesture,
) -> Result<(), InjectRefused> {
    if points
        .iter()
        .all(|point| point.x.is_finite() && point.y.is_finite())
    {
        call.screen().gesture(gesture).await
    } else {
        Ok(())
    }
}
