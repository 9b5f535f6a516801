import Signals

/// Finds the primary services, all of them (Core Specification 5.4, vol 3 part G, 4.4.1).
struct ServiceDiscovery: GATTProcedure {
    private var walk = HandleWalk(1...0xFFFF)
    private var services: [GATTService] = []

    mutating func begin(unit: Int) -> GATTStep { step() }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .readByGroupTypeResponse(let response):
            for group in response.groups {
                guard walk.pass(group.handles.lowerBound),
                    group.handles.count == 1 || walk.pass(group.handles.upperBound)
                else { return .fail(.malformed("its services are not in order")) }
                var cursor = ByteCursor(group.value.span.bytes)
                guard let uuid = try? cursor.uuid() else {
                    return .fail(.malformed("the UUID of a service has \(group.value.count) bytes"))
                }
                services.append(GATTService(uuid: uuid, handles: group.handles))
            }
        default: if let step = walk.end(with: answer) { return step }
        }
        return step()
    }

    private func step() -> GATTStep {
        guard let rest = walk.rest else { return .done(.services(services)) }
        return .ask(ATTReadByGroupTypeRequest(handles: rest, type: .primaryService))
    }
}

/// Finds the primary services of one kind (Core Specification 5.4, vol 3 part G, 4.4.2).
struct ServiceSearch: GATTProcedure {
    let uuid: BluetoothUUID
    private var walk = HandleWalk(1...0xFFFF)
    private var services: [GATTService] = []

    init(uuid: BluetoothUUID) { self.uuid = uuid }

    mutating func begin(unit: Int) -> GATTStep { step() }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .findByTypeValueResponse(let response):
            for group in response.groups {
                guard walk.pass(group.lowerBound), group.count == 1 || walk.pass(group.upperBound) else {
                    return .fail(.malformed("its services are not in order"))
                }
                services.append(GATTService(uuid: uuid, handles: group))
            }
        default: if let step = walk.end(with: answer) { return step }
        }
        return step()
    }

    private func step() -> GATTStep {
        guard let rest = walk.rest else { return .done(.services(services)) }
        var value: [UInt8] = []
        value.append(uuid)
        return .ask(ATTFindByTypeValueRequest(handles: rest, type: 0x2800, value: value))
    }
}
