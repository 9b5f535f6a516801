import Devices
import Runtime
package import Signals
package import Store
import Synchronization

/// Records nights: starts and stops them on demand, by schedule or by wear, monitors them, and raises an alert at once
/// when data are being lost.
///
/// What devices send is kept whether or not a night is being recorded; a recording is the promise that somebody watches.
/// It survives the gateway and the machine: one that was open goes on at the next start, and the hole is a `Loss` of
/// each of its devices, with the cause.
///
/// ## Rules
///
/// - A person has one open recording at most; so has whoever nobody is said to be.
/// - A device that is gone for 3 minutes raises an alert; when all devices of a recording are gone for 30 minutes, it
///   ends by itself, which is urgent.
/// - A full disk is urgent at once, and ends the recording when nothing could be written for 10 minutes.
/// - A recording by button ends after 16 hours, one by schedule when its time is over.
/// - One by wear begins when a device is worn for 5 minutes and ends when none is worn for 30.
package final class NightRecorder: Sendable {
    let store: Store
    let bus: LiveBus
    let clock: any HostClock
    let devices: DeviceRegistry
    let alerts: AlertRegistry
    let space: FreeSpace
    /// When the gateway was opened.
    let started: Instant
    let report: @Sendable (String) -> Void
    let state = Mutex(RecorderState())
    /// Held while looking, from the look at the clock on, so that nothing is decided twice and time never goes back.
    let looking = Mutex(())
    /// Held while a recording begins, so that a person has one at most.
    let beginning = Mutex(())

    init(
        store: Store, bus: LiveBus, clock: any HostClock, devices: DeviceRegistry, alerts: AlertRegistry,
        space: FreeSpace,
        report: @escaping @Sendable (String) -> Void
    ) throws {
        self.store = store
        self.bus = bus
        self.clock = clock
        self.devices = devices
        self.alerts = alerts
        self.space = space
        self.report = report
        started = clock.now
        try resumeOpen()
    }

    /// The recordings that go on, oldest first.
    package var open: [NightRecording] { state.withLock { $0.open.values.sorted { $0.started < $1.started } } }

    /// The newest recordings, newest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func recent(_ limit: Int = 30) throws(Failure) -> [NightRecording] {
        let open = state.withLock { $0.open }
        return try store.nightRecordings(limit: limit).map { recording in
            var recording = recording
            recording.leftOut = open[recording.id]?.leftOut ?? []
            return recording
        }
    }

    /// Starts a night on demand.
    /// - Parameters:
    ///   - person: whose; nil for whoever wears the devices that nobody is said to wear.
    ///   - devices: with which; nil for all that the person wears and that are adopted.
    ///   - end: when it ends by itself; nil for after 16 hours at the latest.
    /// - Throws: `Failure` when one goes on already, when there is no device, or when it cannot be kept.
    @discardableResult
    package func start(
        person: Person.ID? = nil, devices: [DeviceID]? = nil, until end: Instant? = nil
    ) throws(Failure) -> NightRecording {
        try begin(person: person, devices: devices, until: end, cause: .button, schedule: nil)
    }

    /// Stops a night on demand.
    /// - Throws: `Failure` with code `notFound` when there is no such recording, `conflict` when it is over already.
    @discardableResult
    package func stop(_ id: NightRecording.ID) throws(Failure) -> NightRecording {
        try end(id, cause: .button, detail: nil)
    }

    /// What to see to before a night of the given devices that ends at `end`, or lasts 9 hours.
    package func readiness(
        person: Person.ID? = nil, devices: [DeviceID]? = nil, until end: Instant? = nil
    ) -> NightReadiness {
        let now = clock.now
        let chosen = devices ?? worn(by: person, at: now)
        let seen = self.seen(at: now).filter { chosen.contains($0.id) }
        let hours = end.map { max(0, $0.seconds(since: now) / 3600) } ?? NightMonitor.usualHours
        let free = space.bytes
        return NightReadiness(
            devices: seen.map { device in
                NightReadiness.Device(
                    device: device.id, name: device.name, isStreaming: device.link == .streaming,
                    batteryPercent: device.batteryPercent, batteryNeed: NightMonitor.batteryNeed(device, hours: hours),
                    bytesPerHour: device.bytesPerHour)
            }, hours: hours, bytes: seen.reduce(0) { $0 + $1.bytesPerHour } * hours, freeBytes: free,
            warnings: seen.compactMap { NightMonitor.battery($0, hours: hours) }
                + [
                    NightMonitor.disk(
                        seen, hours: hours, freeBytes: free, isInMemory: space.medium.isEphemeral)
                ].compactMap { $0 })
    }

    /// When nights are recorded without a button.
    /// - Throws: `Failure` when the store cannot be read.
    package func schedules() throws(Failure) -> [NightSchedule] { try store.schedules() }

    /// Adds a schedule; its number is given here.
    /// - Throws: `Failure` when its times, days or zone are none, or it cannot be kept.
    @discardableResult
    package func add(_ schedule: NightSchedule) throws(Failure) -> NightSchedule {
        try store.add(try schedule.checked())
    }

    /// Changes a schedule: `body` gets it as it is and returns it as it is to be, and no other change comes between.
    /// - Throws: `Failure` when there is none of that number, or its times, days or zone are none; what `body` throws.
    package func change(
        _ id: NightSchedule.ID, _ body: @escaping @Sendable (NightSchedule) throws(Failure) -> NightSchedule
    ) throws(Failure) -> NightSchedule {
        try store.changeSchedule(id) { known throws(Failure) in try body(known).checked() }
    }

    /// Takes a schedule away; a recording that it began goes on until its end.
    /// - Throws: `Failure` when there is none of that number.
    package func remove(_ id: NightSchedule.ID) throws(Failure) { try store.removeSchedule(id) }

    /// Watches until the task is cancelled.
    func run() async {
        repeat {
            look()
        } while (try? await clock.wait(seconds: 5)) != nil
        beat(at: clock.now, isLast: true)
    }
}

extension NightSchedule {
    /// Checks the schedule.
    package func checked() throws(Failure) -> NightSchedule {
        guard (0..<1440).contains(from), (0..<1440).contains(to) else {
            throw Failure(.usage, "The times of a schedule are minutes after midnight, 0 to 1439.")
        }
        guard !days.isEmpty, days.isSubset(of: Set(1...7)) else {
            throw Failure(.usage, "The days of a schedule are numbers from 1, Monday, to 7, Sunday; at least one.")
        }
        _ = try Zone.named(zone)
        return self
    }
}
