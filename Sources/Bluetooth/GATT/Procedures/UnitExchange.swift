/// Agrees on the transmission unit (Core Specification 5.4, vol 3 part G, 4.3.1). A peer that does not know the request
/// stays with the default.
struct UnitExchange: GATTProcedure {
    /// What an attribute protocol bearer of low energy has without agreement, in bytes.
    static let defaultUnit = 23
    /// The most that the longest value, 512 bytes, needs.
    static let largestUnit = 517

    /// The transmission unit that is asked for, in bytes.
    let asked: Int

    mutating func begin(unit: Int) -> GATTStep { .ask(ATTExchangeUnitRequest(unit: UInt16(clamping: asked))) }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .exchangeUnitResponse(let response): .done(.unit(Self.common(asked, Int(response.unit))))
        case .errorResponse: .done(.unit(Self.defaultUnit))
        default: .strange
        }
    }

    /// The unit in force when one side receives `a` bytes and the other `b`.
    static func common(_ a: Int, _ b: Int) -> Int { max(defaultUnit, min(a, b)) }
}
