package import Bluetooth
package import DeviceProfiles
package import Runtime
package import Signals

/// A Bluetooth device that a profile describes: connects, confirms that it is what the profile says, sets it up, streams,
/// and does so again after every interruption until it is cancelled.
///
/// What was missing in between is one `Loss` with cause `disconnected` or `silent`, from the last sample before to the
/// first after; samples that a device sends twice are dropped by its own clock.
package struct ProfiledSession: DeviceSource {
    /// Waits before the next try after a failure, in seconds: bounded, without end. A link that was lost is made again at
    /// once: the radio waits for the device.
    static let backOff: [Double] = [1, 2, 5, 10, 30]

    /// A link that brought nothing for so long leaves room for advertisements.
    private static let quiet = Duration.seconds(10)

    /// The device, described for the gateway.
    package let device: DeviceDescription
    let address: BluetoothAddress
    let profile: DeviceProfile
    let access: BluetoothAccess
    let settings: SettingValues
    let wanted: Set<Channel>?
    let central: any BluetoothCentral
    let clock: any HostClock
    let zone: Zone
    /// The feed of advertisements; nil where none is used.
    var feed: AdvertFeed?

    /// A session that is idle until it is run.
    /// - Parameters:
    ///   - device: what the device is.
    ///   - address: where it is.
    ///   - profile: what it says and how.
    ///   - choices: what a person chose; its profile does not count.
    ///   - central: the radio.
    ///   - clock: the host's clock.
    ///   - zone: the zone of the local time, for devices that show local time.
    /// - Throws: `Failure` for a setting that the profile does not have or does not allow, and for a profile that is not for
    ///   Bluetooth.
    package init(
        device: DeviceDescription, address: BluetoothAddress, profile: DeviceProfile, choices: DeviceChoices,
        central: any BluetoothCentral, clock: any HostClock = WallClock(), zone: Zone = .utc
    ) throws(Failure) {
        guard let access = profile.bluetooth else {
            throw Failure(.usage, "\(profile.name) is not used over Bluetooth; choose another profile.")
        }
        self.device = device
        self.address = address
        self.profile = profile
        self.access = access
        settings = try SettingValues(profile, choices: choices.settings)
        wanted = choices.channels
        self.central = central
        self.clock = clock
        self.zone = zone
    }

    /// Connects and streams until it is cancelled.
    /// - Throws: `CancellationError`; `Failure` when the device is not what its profile says.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        var streams = try ProfiledStreams(
            device: device.id, profile: profile, settings: settings, wanted: wanted, clock: clock)
        streams.zoneSeconds = zone.offset(at: clock.now)
        let flow = ProfiledFlow(streams, outlet: outlet)
        flow.tell(.stage(.matched, reason: "The profile \(profile.name) fits.", nextStep: nil), at: clock.now)
        let ear = listen(flow)
        defer { if let ear { feed?.stop(ear) } }
        var failures = 0
        var hasStreamed = false
        while true {
            flow.tell(.link(.connecting), at: clock.now)
            let link = ProfiledLink(session: self, flow: flow)
            do {
                try await link.run()
            } catch {
                if Task.isCancelled || error is CancellationError {
                    stop(flow)
                    throw CancellationError()
                }
                hasStreamed = hasStreamed || link.hasStreamed
                // What has streamed is what its profile says; what is not found then is the adapter, which may come back.
                if !hasStreamed, let refusal = error as? Failure, refusal.code == .notFound || refusal.code == .usage {
                    interrupt(flow, error)
                    throw refusal
                }
                failures = link.hasStreamed ? 0 : failures + 1
                interrupt(flow, error)
            }
            guard failures > 0 else { continue }
            let wait = Self.backOff[min(failures - 1, Self.backOff.count - 1)]
            do {
                try await clock.wait(seconds: wait)
            } catch {
                stop(flow)
                throw error
            }
        }
    }

    /// Takes what the device says without a link, while none brings anything.
    private func listen(_ flow: ProfiledFlow) -> UInt64? {
        guard !access.adverts.isEmpty else { return nil }
        return feed?.listen(to: address) { [clock] advertisement in
            flow.with { streams, outlet in
                if let last = streams.lastHeard, clock.elapsed - last < Self.quiet { return }
                _ = streams.hear(advertisement, isStreamed: false, into: outlet)
            }
        }
    }

    private func interrupt(_ flow: ProfiledFlow, _ error: any Error) {
        let ended = error as? LinkInbox.Ended
        let reason = ended?.reason ?? (error as? Failure)?.message ?? "\(error)"
        let now = clock.now
        let next =
            ended?.isSilent == true
            ? "It is connected again by itself; see that it is worn and awake."
            : "It is connected again by itself as soon as it is near and awake."
        flow.tell(.stage(.interrupted, reason: reason, nextStep: next), at: now)
        flow.with { streams, outlet in
            streams.interrupt(ended?.isSilent == true ? .silent : .disconnected, reason, at: now, into: outlet)
        }
    }

    private func stop(_ flow: ProfiledFlow) {
        let now = clock.now
        flow.with { streams, outlet in streams.finish("It was told to stop.", at: now, into: outlet) }
        flow.tell(.stage(.stopped, reason: "It was told to stop.", nextStep: nil), at: now)
    }
}

extension Loss.Cause {
    /// The link was up, and nothing arrived.
    package static let silent = Loss.Cause(rawValue: "silent")
}
