/// Reads the values of one type, each as far as one answer holds it (Core Specification 5.4, vol 3 part G, 4.8.2).
struct ValuesByType: GATTProcedure {
    let type: BluetoothUUID
    private var walk: HandleWalk
    private var values: [GATTHandleValue] = []
    /// The most values that are collected.
    private let limit: Int

    init(type: BluetoothUUID, handles: ClosedRange<UInt16>, limit: Int = CharacteristicDiscovery.mostAttributes) {
        self.type = type
        walk = HandleWalk(handles)
        self.limit = limit
    }

    mutating func begin(unit: Int) -> GATTStep { step() }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .readByTypeResponse(let response):
            for value in response.values {
                guard walk.pass(value.handle) else { return .fail(.malformed("its attributes are not in order")) }
                values.append(value)
            }
            if values.count >= limit { walk.end() }
        default: if let step = walk.end(with: answer) { return step }
        }
        return step()
    }

    private func step() -> GATTStep {
        guard let rest = walk.rest else { return .done(.values(values)) }
        return .ask(ATTReadByTypeRequest(handles: rest, type: type))
    }
}
