//! Many phones at once from one process, shortened; `bench/phones.sh` is the long form.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use clawperator_virtual_phone::{ClockMode, PhoneHost, Release, VirtualPhone};

use super::phones::crowd::drive;
use super::server::{PrivateServer, programs, reconnect};

const PHONES: usize = 20;
const LASTS: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_phones_at_once() {
    let server = PrivateServer::start(&programs()[0]).await;
    let host = PhoneHost::new();
    let builder = VirtualPhone::builder(Release::Android14).clock(ClockMode::Instant);
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let serials = host.start_many(builder, PHONES, here, 0).await.unwrap();
    let client = server.client();
    for serial in &serials {
        reconnect(&client, serial).await;
    }
    let locks = tempfile::tempdir().unwrap();
    let figures = drive(&client, &serials, LASTS, locks.path()).await.unwrap();
    println!("{figures}");
    assert_eq!(figures.failures, Vec::<String>::new());
    assert!(figures.executions >= PHONES);
    assert_eq!(figures.overheads.len(), 10 * figures.executions);
    for (serial, phone) in host.phones() {
        let quiet = phone.until_traffic(|traffic| traffic.open_streams == 0);
        let quiet = tokio::time::timeout(super::rig::PATIENCE, quiet).await;
        assert!(quiet.is_ok(), "{serial}: streams stay open");
    }
}
