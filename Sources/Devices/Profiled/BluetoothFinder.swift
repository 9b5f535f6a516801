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
    private let obstacles = Mutex(Obstacles())
    private let feed = AdvertFeed()
    private let changes = AddressChanges()

    /// What keeps from finding, as the scan and the adapters tell it.
    private struct Obstacles {
        var scan: String?
        var adapters: String?

        /// Both as one text, each once; nil when nothing does.
        var text: String? {
            let all = scan == adapters ? [scan] : [scan, adapters]
            let told = all.compactMap(\.self)
            return told.isEmpty ? nil : told.joined(separator: " ")
        }
    }

    /// Changes one obstacle and tells what both are now, where that is another than before.
    private func change(
        _ report: @Sendable (FinderEvent) -> Void, _ change: (inout Obstacles) -> Void
    ) {
        obstacles.withLock { obstacles in
            let before = obstacles.text
            change(&obstacles)
            // Within the lock, so that the last to be told is the last that holds.
            if obstacles.text != before { report(.obstacle(.bluetooth, obstacles.text)) }
        }
    }

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
                for await trouble in await self.central.troubles() { self.change(report) { $0.adapters = trouble } }
                // There is nobody to be told of any more; the others go on.
                while true { try await Task.sleep(for: .seconds(3600)) }
            }
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
        while true {
            do {
                let told = Atomic(obstacles.withLock(\.scan) == nil)
                try await central.scan(ScanFilter()) { [self] advertisement in
                    if !told.exchange(true, ordering: .relaxed) {
                        feed.obstacle = nil
                        change(report) { $0.scan = nil }
                    }
                    hear(advertisement, report)
                }
                try Task.checkCancellation()
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                let message = (error as? Failure)?.message ?? "\(error)"
                change(report) { $0.scan = message }
                feed.obstacle = message
            }
            try await clock.wait(seconds: Self.retry)
        }
    }

    private func hear(_ heard: Advertisement, _ report: @escaping @Sendable (FinderEvent) -> Void) {
        var heard = heard
        var obstacle: String?
        switch changes.hear(heard) {
        case .other: break
        case .candidate:
            // It is asked who it is before it is told.
            return
        case .known(let address):
            if let gone = sightings.withLock({ $0.forget(heard.address) }) { report(gone) }
            heard.address = address
        case .lookalike(let name):
            obstacle =
                "It may be “\(name)”, which is used already and changes its address. To have it known again, enter its serial number in the settings of that one; allow this one only if it is another."
        }
        for event in sightings.withLock({ $0.take(heard, obstacle: obstacle) }) { report(event) }
        // Behind the finding, so that a device is known before what it says.
        feed.hear(heard)
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
        session.changes = changes
        return session
    }
}
