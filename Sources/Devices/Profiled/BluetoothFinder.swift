package import Bluetooth
package import DeviceProfiles
package import Runtime
package import Signals
import Synchronization

/// Looks for Bluetooth devices and finds the profiles that fit them.
///
/// A device is told when it is first heard, when something about it changed, and every few seconds with its signal
/// strength; it is lost when nothing was heard of it for a minute. One that no profile fits is told if it has a name.
package final class BluetoothFinder: DeviceFinder {
    /// Without an advertisement for so long a device is lost, in seconds.
    static let patience = 60.0
    /// Between two tries after the radio could not scan, in seconds.
    private static let retry = 5.0
    /// Between two looks at who was not heard, in seconds.
    private static let sweep = 5.0

    private let central: any BluetoothCentral
    private let library: ProfileLibrary
    private let clock: any HostClock
    private let zone: Zone
    private let sightings: Mutex<Sightings>
    private let feed = AdvertFeed()

    /// A finder that is idle until it is run.
    package init(
        central: any BluetoothCentral, library: ProfileLibrary, clock: any HostClock = WallClock(), zone: Zone = .utc
    ) {
        self.central = central
        self.library = library
        self.clock = clock
        self.zone = zone
        sightings = Mutex(Sightings(library: library))
    }

    /// Finds on Bluetooth only.
    package var buses: Set<FoundDevice.Bus> { [.bluetooth] }

    /// Scans until the task is cancelled; where there is no radio that can scan, says what is missing and tries again.
    package func run(reporting report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.scan(report) }
            group.addTask {
                while true {
                    try await self.clock.wait(seconds: Self.sweep)
                    let now = self.clock.now
                    for event in self.sightings.withLock({ $0.sweep(at: now) }) { report(event) }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func scan(_ report: @escaping @Sendable (FinderEvent) -> Void) async throws {
        var obstacle: String?
        while true {
            do {
                let told = Atomic(obstacle == nil)
                try await central.scan(ScanFilter()) { [self] advertisement in
                    if !told.exchange(true, ordering: .relaxed) {
                        feed.obstacle = nil
                        report(.obstacle(.bluetooth, nil))
                    }
                    for event in sightings.withLock({ $0.take(advertisement) }) { report(event) }
                    // Behind the finding, so that a device is known before what it says.
                    feed.hear(advertisement)
                }
                try Task.checkCancellation()
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                let message = (error as? Failure)?.message ?? "\(error)"
                if message != obstacle { report(.obstacle(.bluetooth, message)) }
                obstacle = message
                feed.obstacle = message
            }
            try await clock.wait(seconds: Self.retry)
        }
    }

    /// A driver for a device, whether it is near or away.
    /// - Throws: `Failure` when no profile fits, or a choice does not.
    package func source(for device: FoundDevice, choices: DeviceChoices) throws -> any DeviceSource {
        guard let address = Sightings.address(of: device.id) else {
            throw Failure(.usage, "\(device.id) is no Bluetooth device.")
        }
        guard let name = choices.profile ?? device.profiles.first else {
            throw Failure(
                .notFound,
                "Nothing is known of \(device.name ?? "this device"). Write a profile for it; “nightjar profiles capture” makes a beginning."
            )
        }
        guard let profile = library.profile(name) else {
            throw Failure(
                .notFound, "There is no profile \(name); “nightjar profiles list” shows those that there are.")
        }
        let settings = try SettingValues(profile, choices: choices.settings)
        let description = Sightings.description(profile, settings, address, name: device.name)
        if profile.bluetooth?.livesByAdverts == true {
            return try AdvertSession(
                device: description, address: address, profile: profile, choices: choices, feed: feed, clock: clock,
                zone: zone)
        }
        var session = try ProfiledSession(
            device: description, address: address, profile: profile, choices: choices, central: central, clock: clock,
            zone: zone)
        session.feed = feed
        return session
    }
}
