/// What a session does before requests may be made: agrees on the transmission unit, finds out whether the database is
/// the remembered one, discovers it otherwise, and asks to be told of changes.
struct GATTPreparation: Sendable {
    /// The step whose response is awaited.
    enum Stage: Hashable, Sendable {
        case unit, hash, services, firmware, characteristics, changes, ready
    }

    /// What the session does next.
    enum Step {
        case submit(any GATTProcedure, maySecure: Bool)
        /// The database is complete; requests may begin.
        case ready
        /// A step failed that the rest depends on: the link ends.
        case fail(GATTFailure)
    }

    private(set) var stage = Stage.unit
    private let askedUnit: Int
    private let memory: GATTMemory?
    private var mark: GATTMemory.Mark?
    private(set) var database = GATTDatabase()
    /// Whether the database comes from the memory and was not discovered.
    private(set) var isRemembered = false

    init(askedUnit: Int, memory: GATTMemory?) {
        self.askedUnit = askedUnit
        self.memory = memory
    }

    /// The database with its mark, for remembering; nil when the peripheral offers nothing to compare.
    var newMemory: GATTMemory? { mark.map { GATTMemory(mark: $0, database: database) } }

    func begin() -> Step { .submit(UnitExchange(asked: askedUnit), maySecure: false) }

    /// Begins after the unit exchange, of which there may be one only.
    mutating func beginAnew() -> Step { advance(.success(.done)) }

    /// Goes on after what was submitted last has come to its end.
    mutating func advance(_ result: Result<GATTReply, GATTFailure>) -> Step {
        switch stage {
        case .unit:
            stage = .hash
            return .submit(ValuesByType(type: .databaseHash, handles: 1...0xFFFF, limit: 1), maySecure: false)
        case .hash:
            if case .success(.values(let values)) = result, let hash = values.first?.value, hash.count == 16 {
                mark = .hash(hash)
                if let memory, memory.mark == mark { return remember(memory) }
            }
            stage = .services
            return .submit(ServiceDiscovery(), maySecure: true)
        case .services:
            switch result {
            case .success(.services(let services)): database.services = services
            case .success: break
            case .failure(let failure): return .fail(failure)
            }
            if mark != nil { return characteristics() }
            stage = .firmware
            return .submit(ValuesByType(type: .firmwareRevision, handles: 1...0xFFFF, limit: 1), maySecure: false)
        case .firmware:
            if case .success(.values(let values)) = result, let value = values.first {
                mark = .firmware(value.value, handle: value.handle)
                if let memory, memory.mark == mark, memory.database.hasServices(of: database) {
                    return remember(memory)
                }
            }
            return characteristics()
        case .characteristics:
            switch result {
            case .success(.services(let services)): return use(GATTDatabase(services: services))
            case .success: return use(database)
            case .failure(let failure): return .fail(failure)
            }
        case .changes, .ready:
            stage = .ready
            return .ready
        }
    }

    private mutating func characteristics() -> Step {
        stage = .characteristics
        return .submit(CharacteristicDiscovery(services: database.services), maySecure: true)
    }

    private mutating func remember(_ memory: GATTMemory) -> Step {
        isRemembered = true
        return use(memory.database)
    }

    private mutating func use(_ database: GATTDatabase) -> Step {
        self.database = database
        guard let changes = database.characteristic(.serviceChanged, in: .genericAttribute),
            changes.properties.contains(.indicate), let configuration = changes.configuration
        else {
            stage = .ready
            return .ready
        }
        stage = .changes
        return .submit(LongWrite(handle: configuration, value: [2, 0]), maySecure: false)
    }
}

extension GATTDatabase {
    /// Whether the services are the same and lie at the same handles.
    func hasServices(of other: GATTDatabase) -> Bool {
        services.count == other.services.count
            && zip(services, other.services).allSatisfy { $0.uuid == $1.uuid && $0.handles == $1.handles }
    }
}

extension BluetoothUUID {
    static let genericAccess = BluetoothUUID(0x1800)
    static let genericAttribute = BluetoothUUID(0x1801)
    static let serviceChanged = BluetoothUUID(0x2A05)
    static let firmwareRevision = BluetoothUUID(0x2A26)
    static let databaseHash = BluetoothUUID(0x2B2A)
}
