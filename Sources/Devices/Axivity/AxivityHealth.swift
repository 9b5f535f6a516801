package import Signals

/// Recharge cycles of the battery, in reply to `STATUS 2`.
package struct AxivityBatteryHealth: Hashable, Sendable {
    /// Recharge cycles so far. Above 500 the maker's own tools advise to look after it.
    package var cycles: Int

    /// Reads `BATTHEALTH=12`.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let count: UInt16 = try AxivityFields(line, after: "BATTHEALTH=").number(0)
        cycles = Int(count)
    }
}

/// The flash memory, in reply to `STATUS 3`.
package struct AxivityMemory: Hashable, Sendable {
    /// How much longer the memory will last.
    package enum Verdict: String, Hashable, Sendable {
        case good, worn, failing
    }

    /// Blocks that were kept in reserve in each plane.
    package var reserved: Int
    /// Bad blocks, by plane.
    package var bad: [Int]

    /// Reads `FTL=warnings,errors,reserved,planes,bad...`.
    /// - Throws: `DecodeError` for anything else, and for more than 8 planes.
    package init(line: String) throws(DecodeError) {
        let fields = try AxivityFields(line, after: "FTL=")
        reserved = Int(try fields.number(2) as UInt16)
        let planes = Int(try fields.number(3) as UInt8)
        guard (1...8).contains(planes) else { throw DecodeError(.invalid("\(planes) planes of memory"), at: 0) }
        bad = []
        for plane in 0..<planes { bad.append(Int(try fields.number(4 + plane) as UInt16)) }
    }

    /// Blocks in reserve in the worst plane, without the six that the firmware itself needs.
    package var spare: Int { max(0, reserved - (bad.max() ?? 0) - 6) }

    /// By the limits that the maker's own tools have.
    package var verdict: Verdict { spare <= 1 ? .failing : spare <= 8 ? .worn : .good }
}
