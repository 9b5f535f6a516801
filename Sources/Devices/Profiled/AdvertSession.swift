import Bluetooth
import DeviceProfiles
import Runtime
import Signals

/// A Bluetooth device whose profile lives by its advertisements alone: it is listened to and never connected.
///
/// A value that is repeated, as advertisements are, is taken once. After some silence the device counts as out of reach;
/// what was missing is one `Loss` with cause `disconnected`, from the last value before to the first after.
struct AdvertSession: DeviceSource {
    /// The time between two looks at the clock.
    private static let look = Duration.seconds(1)

    let device: DeviceDescription
    private let address: BluetoothAddress
    private let profile: DeviceProfile
    private let settings: SettingValues
    private let wanted: Set<Channel>?
    private let feed: AdvertFeed
    private let clock: any HostClock
    private let zone: Zone

    /// A session that is idle until it is run.
    /// - Throws: `Failure` for a setting that the profile does not have or does not allow.
    init(
        device: DeviceDescription, address: BluetoothAddress, profile: DeviceProfile, choices: DeviceChoices,
        feed: AdvertFeed, clock: any HostClock, zone: Zone
    ) throws(Failure) {
        self.device = device
        self.address = address
        self.profile = profile
        settings = try SettingValues(profile, choices: choices.settings)
        wanted = choices.channels ?? profile.declaredStreams.map { Set($0.map(Channel.init(rawValue:))) }
        self.feed = feed
        self.clock = clock
        self.zone = zone
    }

    /// Seconds of silence after which the device is out of reach.
    private var patience: Double { profile.bluetooth?.advertPatience ?? BluetoothAccess.usualAdvertPatience }

    /// Listens until it is cancelled.
    /// - Throws: `CancellationError`; `Failure` when what is heard is not what the profile says.
    func run(delivering outlet: any DeviceOutlet) async throws {
        var streams = try ProfiledStreams(
            device: device.id, profile: profile, settings: settings, wanted: wanted, clock: clock)
        streams.zoneSeconds = zone.offset(at: clock.now)
        let flow = ProfiledFlow(streams, outlet: outlet)
        flow.tell(.stage(.matched, reason: "The profile \(profile.name) fits.", nextStep: nil), at: clock.now)
        flow.tell(.link(.connecting), at: clock.now)
        let ear = feed.listen(to: address) { flow.hear($0) }
        defer { feed.stop(ear) }
        var since = clock.elapsed
        var isOut = false
        do {
            while true {
                let (now, look) = (clock.now, clock.elapsed)
                let (last, stranger) = flow.with { streams, outlet in
                    streams.tick(at: now, into: outlet)
                    return (streams.lastHeard, streams.stranger)
                }
                if let stranger { throw Failure(.notFound, stranger) }
                if let last, last > since { (since, isOut) = (last, false) }
                if !isOut, look - since >= .seconds(patience) {
                    isOut = true
                    lose(flow, at: now)
                }
                try await clock.wait(untilElapsed: look + Self.look)
            }
        } catch {
            feed.stop(ear)
            let reason =
                error is CancellationError ? "It was told to stop." : (error as? Failure)?.message ?? "\(error)"
            flow.with { streams, outlet in streams.finish(reason, at: clock.now, into: outlet) }
            if error is CancellationError {
                flow.tell(.stage(.stopped, reason: reason, nextStep: nil), at: clock.now)
            }
            throw error
        }
    }

    private func lose(_ flow: ProfiledFlow, at now: Instant) {
        let obstacle = feed.obstacle
        let reason =
            obstacle.map { "Nobody listens: \($0)" }
            ?? "It is out of reach: nothing has been heard of it for \(Int(patience)) s."
        let next =
            obstacle == nil
            ? "Bring it near, or see to its battery; it is heard again by itself."
            : "It is heard again by itself as soon as the radio works."
        flow.with { streams, outlet in
            streams.isOutOfReach = true
            outlet.deliver(.stage(.interrupted, reason: reason, nextStep: next), at: now)
            streams.interrupt(.disconnected, reason, at: now, into: outlet)
        }
    }
}

extension BluetoothAccess {
    /// Advertisements are silent for so long where a profile says nothing, in seconds.
    static let usualAdvertPatience = 60.0

    /// Whether everything that is to be known comes by advertisements, so that no link is needed.
    var livesByAdverts: Bool { !adverts.isEmpty && subscriptions.isEmpty && readings.isEmpty && start.isEmpty }

    /// After so long without an advertisement a device that lives by them is out of reach, in seconds; nil for all others.
    var advertPatience: Double? {
        livesByAdverts ? connect.silenceSeconds.map { Double($0) } ?? Self.usualAdvertPatience : nil
    }
}
