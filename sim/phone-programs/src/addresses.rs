//! `ifconfig` and `ip`, as far as the phone's own addresses go.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;

const LOOPBACK: &str = "lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 \n          \
UP LOOPBACK RUNNING  MTU:65536  Metric:1\n\n";
const WLAN: &str = "wlan0     Link encap:UNSPEC    Driver virt_wifi\n          \
inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0 \n          \
UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n";

/// `ifconfig [INTERFACE]`
pub(crate) async fn ifconfig(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let wifi = call.phone().inner().wifi;
    match arguments.first().map(String::as_str) {
        None | Some("-a") => {
            let text = if wifi {
                format!("{LOOPBACK}{WLAN}")
            } else {
                LOOPBACK.to_owned()
            };
            call.answer(text, 0).await
        }
        Some("lo") => call.answer(LOOPBACK, 0).await,
        Some("wlan0") if wifi => call.answer(WLAN, 0).await,
        Some(other) => {
            call.fail(format!("ifconfig: {other}: No such device\n"), 1)
                .await
        }
    }
}

/// `ip addr [show [dev INTERFACE]]` and `ip route`
pub(crate) async fn ip(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let wifi = call.phone().inner().wifi;
    let words: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "-4" | "-f" | "inet" | "-o"))
        .collect();
    let loopback = "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    \
                    inet 127.0.0.1/8 scope host lo\n";
    let wlan = "21: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default qlen 1000\n    \
                inet 10.0.2.16/24 brd 10.0.2.255 scope global wlan0\n";
    let interface = match words.as_slice() {
        ["addr" | "address" | "a"] | ["addr" | "address" | "a", "show"] => None,
        ["addr" | "address" | "a", "show", name]
        | ["addr" | "address" | "a", "show", "dev", name] => Some(*name),
        ["route" | "r", ..] if wifi => {
            return call
                .answer(
                    "10.0.2.0/24 dev wlan0 proto kernel scope link src 10.0.2.16 \n",
                    0,
                )
                .await;
        }
        ["route" | "r", ..] => return Ok(0),
        _ => {
            return call
                .fail("Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n", 255)
                .await;
        }
    };
    match interface {
        None => {
            call.answer(
                if wifi {
                    format!("{loopback}{wlan}")
                } else {
                    loopback.to_owned()
                },
                0,
            )
            .await
        }
        Some("lo") => call.answer(loopback, 0).await,
        Some("wlan0") if wifi => call.answer(wlan, 0).await,
        Some(other) => {
            call.fail(format!("Device \"{other}\" does not exist.\n"), 1)
                .await
        }
    }
}
