package import Signals

/// A number for everything that was added, in order (FNV-1a, 64 bits): two results that are the same to the bit have the
/// same, and a test need hold no more of a long one.
package struct Digest {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of nothing.
    package init() {}

    /// Sixteen hexadecimal digits.
    package var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Adds a whole number.
    package mutating func add(_ value: some BinaryInteger) {
        let bits = UInt64(truncatingIfNeeded: value)
        for shift in stride(from: 0, to: 64, by: 8) {
            state = (state ^ UInt64(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))) &* 0x100_0000_01B3
        }
    }

    /// Adds a value to its last bit; all that are no number are one.
    package mutating func add(_ value: Float) { add(value.isNaN ? UInt32.max : value.bitPattern) }

    /// Adds a value to its last bit; all that are no number are one.
    package mutating func add(_ value: Double) { add(value.isNaN ? UInt64.max : value.bitPattern) }

    /// Adds a value to about nine digits, for what goes through functions whose last bit differs between machines.
    package mutating func add(rounded value: Double?) {
        guard let value, value.isFinite else { return add(value.map { $0.isNaN ? 1 : $0 < 0 ? 2 : 3 } ?? 4) }
        guard abs(value) > 1e-9 else { return add(0) }
        // Without its last bits the fraction is the same a few units in the last place away, but for one in a million.
        add(value.exponent)
        add((value.significand * 1e8).rounded() * (value < 0 ? -1 : 1))
    }

    /// Adds a text and its length.
    package mutating func add(_ text: String) {
        add(text.utf8.count)
        for byte in text.utf8 { add(byte) }
    }

    /// Adds an instant, or that there is none.
    package mutating func add(_ instant: Instant?) { add(instant?.nanoseconds ?? -1) }

    /// Adds where samples come from, when they were and what they are; not when they were received, which is now for a file.
    package mutating func add(_ batch: SampleBatch) {
        add(batch.device.rawValue)
        add(batch.channel.rawValue)
        add("\(batch.unit)")
        add(batch.axes)
        for index in 0..<batch.count { add(batch.times.instant(at: index)) }
        for value in batch.values { add(value) }
    }

    /// Adds what was lost.
    package mutating func add(_ loss: Loss) {
        add(loss.cause.rawValue)
        add(loss.count)
        add(loss.unit.rawValue)
        add(loss.first)
        add(loss.end)
        add(loss.channel?.rawValue ?? "")
        add(loss.detail)
    }

    /// Adds a value by its parts, numbers with fractions to about nine digits, and tables in the order of their keys.
    package mutating func add(parts value: Any) {
        switch value {
        case let number as Double: return add(rounded: number)
        case let number as Float: return add(rounded: Double(number))
        case let number as any BinaryInteger: return add(number)
        case let text as String: return add(text)
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
            let digests = mirror.children.map { child in
                var digest = Digest()
                digest.add(parts: child.value)
                return digest.text
            }
            return add(digests.sorted().joined(separator: " "))
        }
        if mirror.children.isEmpty { return add("\(value)") }
        add(mirror.children.count)
        for child in mirror.children {
            if mirror.displayStyle == .enum { add(child.label ?? "") }
            add(parts: child.value)
        }
    }
}
