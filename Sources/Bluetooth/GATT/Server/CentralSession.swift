import Signals

/// What is said over one bearer with a central that connected to us: our server alone, without input or output. Each central
/// has one of its own, and so its own subscriptions.
struct CentralSession: Hashable, Sendable {
    /// What we offer, with what this central has written.
    private(set) var server: GATTServer
    /// The transmission unit in force, 23 ... 517 bytes.
    private(set) var unit = UnitExchange.defaultUnit

    /// A session with a central that has just connected.
    init(_ server: GATTServer) { self.server = server }

    /// The answer to a protocol data unit of the central; nil for one that has none.
    mutating func answer(_ pdu: RawSpan, at instant: Instant) -> [UInt8]? {
        var cursor = ByteCursor(pdu)
        guard let byte = try? cursor.little(UInt8.self), ATTOpcode.kind(of: byte) == .request else { return nil }
        do {
            let message = try ATTMessage(pdu)
            if case .exchangeUnitRequest(let request) = message {
                unit = UnitExchange.common(UnitExchange.largestUnit, Int(request.unit))
                return ATTExchangeUnitResponse(unit: UInt16(clamping: UnitExchange.largestUnit)).bytes
            }
            return try server.answer(message, unit: unit, at: instant).bytes
        } catch let refusal as GATTServer.Refusal {
            return ATTErrorResponse(request: byte, handle: refusal.handle, code: refusal.code).bytes
        } catch {
            let isKnown = ATTOpcode(rawValue: byte) != nil
            return ATTErrorResponse(request: byte, handle: 0, code: isKnown ? .invalidPDU : .requestNotSupported).bytes
        }
    }

    /// The protocol data unit that brings a value to this central; nil when it has not asked for it. What does not fit is cut
    /// off: a value is to be made for ``room``.
    func notification(of type: BluetoothUUID, _ value: [UInt8]) -> [UInt8]? {
        guard let handle = server.handle(of: type), server.isWanted(handle) else { return nil }
        return ATTNotification(handle: handle, value: Array(value.prefix(room))).bytes
    }

    /// Whether it has asked for the values of a characteristic.
    func wants(_ type: BluetoothUUID) -> Bool { server.handle(of: type).map { server.isWanted($0) } ?? false }

    /// Bytes of a value that fit.
    var room: Int { unit - 3 }

    /// Sets a value that changes.
    mutating func set(_ value: [UInt8]?, of type: BluetoothUUID) { server.set(value, of: type) }
}
