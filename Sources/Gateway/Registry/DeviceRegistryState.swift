import Devices
import Signals
import Store

/// The devices and sessions, under the lock of their owner.
struct DeviceRegistryState {
    /// A device as a finder reported it.
    struct Sighting {
        var device: FoundDevice
        /// The index of the finder.
        var finder: Int
        var isNear = true
        /// When there was the last sign of it, by the clock that nobody sets.
        var heard: Duration
    }

    /// A person and a group of streams.
    struct Choice: Hashable {
        var person: Person.ID?
        var group: StreamGroup
    }

    var sightings: [String: Sighting] = [:]
    var known: [String: KnownDevice] = [:]
    var sessions: [String: DeviceSession] = [:] {
        didSet { order() }
    }
    /// Ids of the sources given on the command line, in order.
    var given: [String] = []
    var obstacles: [FoundDevice.Bus: String] = [:]
    /// Devices that are wanted again as soon as their session has ended and nobody holds their line.
    var awaited: Set<String> = []
    /// How many work on the line to a device, so that it has no session, by its id.
    var held: [String: Int] = [:]
    /// Why an adopted device has no session, by its id.
    var problems: [String: String] = [:]
    var choices: [Choice: DeviceID] = [:]
    /// The device that is preferred for each person and group.
    var preferred: [Choice: DeviceID] = [:]
    /// Ids of entries whose change is still to be published.
    var changed: Set<String> = []
    /// The sessions' pipelines, kept so that the live way need not sort.
    private(set) var pipelines: [DevicePipeline] = []

    /// The id of every device, found, adopted or in session.
    var ids: Set<String> { Set(sightings.keys).union(known.keys).union(sessions.keys) }

    /// The id of an entry by itself or by the name of its device.
    func resolve(_ id: String) -> String? {
        if sightings[id] != nil || known[id] != nil || sessions[id] != nil { return id }
        return known.first { $0.value.device.rawValue == id }?.key
            ?? sessions.first { $0.value.pipeline.device.id.rawValue == id }?.key
            ?? sightings.first { $0.value.device.description?.id.rawValue == id }?.key
    }

    /// Whether a session that was prepared for `device` as it was decided then may begin now.
    func mayBegin(_ device: KnownDevice) -> Bool {
        guard let now = known[device.id], !now.isPaused, held[device.id] == nil else { return false }
        return (now.streams, now.profile, now.settings) == (device.streams, device.profile, device.settings)
    }

    /// After so long without a sign a device of which nothing is wanted is listed no more.
    private static let patience = Duration.seconds(3600)
    /// The most devices that are listed without anything being wanted of them.
    private static let limit = 1000

    /// Removes devices that are neither taken in nor in session: those that are long away, and where there are too many,
    /// those that were seen longest ago.
    /// - Returns: their ids.
    mutating func expireSightings(at now: Duration) -> [String] {
        let others = sightings.filter { known[$0.key] == nil && sessions[$0.key] == nil }
        // A radio's device that is near is told every few seconds, one that is plugged in only once.
        var expired = others.filter { _, sighting in
            !(sighting.isNear && [.usb, .volume].contains(sighting.device.bus))
                && now - sighting.heard > Self.patience
        }.map(\.key)
        if others.count - expired.count > Self.limit {
            let gone = Set(expired)
            let rest = others.filter { !gone.contains($0.key) }.sorted {
                ($0.value.isNear ? 1 : 0, $0.value.heard) < ($1.value.isNear ? 1 : 0, $1.value.heard)
            }
            expired += rest.prefix(rest.count - Self.limit).map(\.key)
        }
        for id in expired { sightings[id] = nil }
        return expired
    }

    private mutating func order() {
        let first = given.compactMap { sessions[$0] }
        let others = sessions.filter { !given.contains($0.key) }.sorted { $0.key < $1.key }
        pipelines = (first + others.map(\.value)).map(\.pipeline)
    }
}
