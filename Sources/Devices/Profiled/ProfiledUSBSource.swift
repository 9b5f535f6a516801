package import DeviceProfiles
package import Runtime
package import Signals
package import USB

/// A USB device that a profile describes, on a serial line or as a human interface device: opened, set up, streamed, and
/// opened again after every interruption until it is cancelled.
///
/// What it is is known by its first frames in a row; something else on the same line is left alone, with its reason. What
/// was started is stopped on the way out.
package struct ProfiledUSBSource: DeviceSource {
    /// Waits before the next try after a failure, in seconds: bounded, without end.
    static let backOff: [Double] = [1, 2, 5, 10, 30]
    /// Between two looks for a device that is not plugged in, in seconds.
    static let look = 1.0

    /// The device, described for the gateway.
    package let device: DeviceDescription
    let profile: DeviceProfile
    let access: USBAccess
    let settings: SettingValues
    let wanted: Set<Channel>?
    let clock: any HostClock
    let zone: Zone
    private let reach: @Sendable () throws -> (any SerialLine)?

    /// A session that is idle until it is run.
    /// - Parameters:
    ///   - device: what the device is.
    ///   - profile: what it says and how.
    ///   - choices: what a person chose; its profile does not count.
    ///   - clock: the host's clock.
    ///   - zone: the zone of the local time, for devices that show local time.
    ///   - reach: the line to it, not open yet; nil while it is not plugged in.
    /// - Throws: `Failure` for a setting that the profile does not have or does not allow, and for a profile that is not for
    ///   USB.
    package init(
        device: DeviceDescription, profile: DeviceProfile, choices: DeviceChoices, clock: any HostClock = WallClock(),
        zone: Zone = .utc, reach: @escaping @Sendable () throws -> (any SerialLine)?
    ) throws(Failure) {
        guard let access = profile.usb else {
            throw Failure(.usage, "\(profile.name) is not used over USB; choose another profile.")
        }
        self.device = device
        self.profile = profile
        self.access = access
        settings = try SettingValues(profile, choices: choices.settings)
        wanted = choices.channels
        self.clock = clock
        self.zone = zone
        self.reach = reach
    }

    /// Streams until it is cancelled.
    /// - Throws: `CancellationError`; `Failure` when the device is not what its profile says.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        var streams = try ProfiledStreams(
            device: device.id, profile: profile, settings: settings, wanted: wanted, clock: clock)
        streams.zoneSeconds = zone.offset(at: clock.now)
        streams.countsFrames = true
        let flow = ProfiledFlow(streams, outlet: outlet)
        flow.tell(.stage(.matched, reason: "The profile \(profile.name) fits.", nextStep: nil), at: clock.now)
        do {
            try await sessions(flow)
        } catch {
            let now = clock.now
            flow.with { streams, outlet in streams.finish("It was told to stop.", at: now, into: outlet) }
            if !(error is Failure) {
                flow.tell(.stage(.stopped, reason: "It was told to stop.", nextStep: nil), at: now)
            }
            throw error
        }
    }

    /// One line after the other.
    /// - Throws: `CancellationError`, `Failure`.
    private func sessions(_ flow: ProfiledFlow) async throws {
        var (failures, isConfirmed, isAway) = (0, false, false)
        while true {
            var wait = Self.look
            do {
                failures += 1
                guard let line = try reach() else {
                    failures = 0
                    if !isAway { tellAway(flow) }
                    isAway = true
                    try await clock.wait(seconds: Self.look)
                    continue
                }
                isAway = false
                flow.tell(.link(.connecting), at: clock.now)
                let link = ProfiledUSBLink(self, flow: flow, line: line, isConfirmed: isConfirmed)
                defer {
                    isConfirmed = isConfirmed || link.hasStreamed
                    if link.hasStreamed { failures = 0 }
                }
                try await link.run()
            } catch let refusal as ProfiledUSBLink.ProfileMismatch {
                let failure = Failure(
                    .notFound,
                    "\(refusal.reason) Choose another profile for it, or see that it is the right device and plug it in again."
                )
                interrupt(flow, failure)
                throw failure
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                interrupt(flow, error)
                // Also what streamed until now is given a moment, until its line has been closed.
                wait = Self.backOff[min(max(failures - 1, 0), Self.backOff.count - 1)]
            }
            try await clock.wait(seconds: wait)
        }
    }

    private func tellAway(_ flow: ProfiledFlow) {
        flow.tell(
            .stage(.interrupted, reason: "\(device.name) is not plugged in.", nextStep: "Plug it in."), at: clock.now)
    }

    private func interrupt(_ flow: ProfiledFlow, _ error: any Error) {
        let ended = error as? LinkInbox.Ended
        let reason = ended?.reason ?? (error as? Failure)?.message ?? "\(error)"
        let next =
            ended?.isSilent == true
            ? "It is asked again by itself; see that it is switched on and worn."
            : "It goes on by itself once it is plugged in and nothing else uses it."
        let now = clock.now
        flow.tell(.stage(.interrupted, reason: reason, nextStep: error is Failure ? nil : next), at: now)
        flow.with { streams, outlet in
            streams.interrupt(ended?.isSilent == true ? .silent : .disconnected, reason, at: now, into: outlet)
        }
    }
}
