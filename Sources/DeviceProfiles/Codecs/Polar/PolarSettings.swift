package import Signals

/// Settings of a Polar stream as they are asked for and told: each a type, a count and values (Polar BLE SDK, Online
/// Measurement, settings).
package struct PolarSettings: Hashable, Sendable {
    /// What a setting says; the raw value is its type on the wire.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Samples per second.
        case rate = 0
        /// Bits per value.
        case resolution = 1
        /// The range: g for acceleration, degrees per second for rotation.
        case range = 2
        /// The range in thousandths.
        case rangeMilli = 3
        /// Values per sample.
        case channels = 4
        /// The meaning of one step, in single precision; only told when a stream starts.
        case factor = 5
        /// Sixteen bytes for recordings that are encrypted.
        case security = 6

        /// Bytes of one value of this kind.
        var size: Int {
            switch self {
            case .rate, .resolution, .range: 2
            case .rangeMilli, .factor: 4
            case .channels: 1
            case .security: 16
            }
        }
    }

    /// The values on offer, or the one that is chosen; ``Kind/factor`` as its bits, without ``Kind/security``.
    package var values: [Kind: [UInt32]]

    /// Settings, several values of a kind where there is a choice.
    package init(_ values: [Kind: [UInt32]] = [:]) { self.values = values }

    /// Reads settings up to the end.
    /// - Throws: `DecodeError` for an unknown type, whose length cannot be known, or missing bytes.
    package init(_ cursor: inout ByteCursor) throws(DecodeError) {
        values = [:]
        while cursor.remaining > 0 {
            let type = try cursor.little(UInt8.self)
            guard let kind = Kind(rawValue: type) else {
                throw DecodeError(.unsupported("setting \(type)"), at: cursor.offset - 1)
            }
            let count = try cursor.little(UInt8.self)
            guard kind != .security else {
                try cursor.skip(Int(count) * kind.size)
                continue
            }
            var list: [UInt32] = []
            for _ in 0..<count {
                switch kind.size {
                case 1: list.append(UInt32(try cursor.little(UInt8.self)))
                case 2: list.append(UInt32(try cursor.little(UInt16.self)))
                default: list.append(try cursor.little(UInt32.self))
                }
            }
            values[kind] = list
        }
    }

    /// The factor from steps to the stream's unit; nil when the device stated none.
    package var factor: Float? { values[.factor]?.first.map { Float(bitPattern: $0) } }

    /// The settings on the wire, in the order of their types.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for kind in Kind.allCases {
            guard kind != .security, let list = values[kind], !list.isEmpty else { continue }
            bytes += [kind.rawValue, UInt8(clamping: list.count)]
            for value in list.prefix(255) {
                for index in 0..<kind.size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
            }
        }
        return bytes
    }

    /// One value of each kind on offer: the wanted one or, where that is not on offer, the nearest, of two the lower.
    package func choosing(_ wanted: [Kind: UInt32]) -> PolarSettings {
        var chosen: [Kind: [UInt32]] = [:]
        for (kind, offers) in values where kind != .factor {
            let offers = offers.sorted()
            guard let first = offers.first else { continue }
            let wish = wanted[kind] ?? first
            let nearest = offers.min { distance($0, wish) < distance($1, wish) }
            chosen[kind] = [nearest ?? first]
        }
        return PolarSettings(chosen)
    }

    private func distance(_ a: UInt32, _ b: UInt32) -> UInt32 { max(a, b) - min(a, b) }
}
