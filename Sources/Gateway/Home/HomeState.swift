import Devices
import Signals
import Store

/// What a home knows, under its lock.
struct HomeState {
    /// A device as a finder told of it.
    struct Sighting {
        var device: FoundDevice
        /// Which finder.
        var finder: Int
        var isNear = true
    }

    /// Whose stream, and which.
    struct Choice: Hashable {
        var person: Person.ID?
        var group: StreamGroup
    }

    var sightings: [String: Sighting] = [:]
    var known: [String: KnownDevice] = [:]
    var sessions: [String: DeviceSession] = [:] {
        didSet { order() }
    }
    /// Sources of the command line, in their order.
    var given: [String] = []
    var obstacles: [FoundDevice.Bus: String] = [:]
    /// Devices that were found anew while their session was ending.
    var awaited: Set<String> = []
    /// Why a device that is taken in has no session.
    var problems: [String: String] = [:]
    var choices: [Choice: DeviceID] = [:]
    /// Which device speaks for whom.
    var preferred: [Choice: DeviceID] = [:]
    /// Entries of which something is to be told.
    var changed: Set<String> = []
    /// The sessions' pipelines, kept so that the live way need not sort.
    private(set) var pipelines: [DevicePipeline] = []

    /// Every device once.
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
