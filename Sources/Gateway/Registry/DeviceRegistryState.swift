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
    /// Devices that were found again while their session was ending.
    var awaited: Set<String> = []
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

    private mutating func order() {
        let first = given.compactMap { sessions[$0] }
        let others = sessions.filter { !given.contains($0.key) }.sorted { $0.key < $1.key }
        pipelines = (first + others.map(\.value)).map(\.pipeline)
    }
}
