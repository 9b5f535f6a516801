import Signals

/// A counter that rolls over as nanoseconds that do not.
///
/// The distance from one reading to the next is taken forward, modulo the counter's size: 0 is a second delivery, more
/// than half of the size is a step back. Whole turns that passed while nothing came are added by the host's clock.
struct CounterUnwrapper {
    /// A counter's value on an unbroken scale.
    enum Reading: Equatable {
        /// This many nanoseconds since the counter was zero the first time.
        case time(Int64)
        /// The counter restarted; this many nanoseconds into the new count.
        case restarted(Int64)
        /// The value by which the device says that it has none.
        case invalid
    }

    /// Bits after which it wraps, 1 ... 64.
    let bits: Int
    /// Nanoseconds per tick: the numerator of a fraction.
    let numerator: Int64
    let denominator: Int64
    let invalid: UInt64?
    private var last: UInt64?
    private var ticks: Int64 = 0
    private var arrival: Int64 = 0

    init(bits: Int, ticks: Int, seconds: Int, invalid: UInt64? = nil) {
        self.bits = min(max(bits, 1), 64)
        numerator = Int64(min(max(seconds, 1), 1_000_000)) * 1_000_000_000
        denominator = Int64(max(ticks, 1))
        self.invalid = invalid
    }

    /// Takes in a value; `arrival` tells how often it can have wrapped.
    mutating func take(_ value: UInt64, arrival: Int64) -> Reading {
        let mask: UInt64 = bits == 64 ? .max : (1 << UInt64(bits)) - 1
        let value = value & mask
        if let invalid, value == invalid & mask { return .invalid }
        guard let last else {
            self.last = value
            self.arrival = arrival
            // A counter of 64 bits may stand anywhere; what it means begins here.
            ticks = Int64(truncatingIfNeeded: value & 0xFFFF_FFFF_FFFF)
            return .time(nanoseconds(ticks))
        }
        let forward = (value &- last) & mask
        let passed = nanosecondsPassed(to: arrival)
        let isBack = forward > mask / 2
        if isBack, passed < span(mask) / 2 || bits > 32 {
            let back = nanoseconds(Int64(clamping: mask &- forward &+ 1))
            guard back > 5_000_000_000 else { return .time(nanoseconds(ticks) - back) }
            self.last = value
            self.arrival = arrival
            ticks = Int64(truncatingIfNeeded: value & 0xFFFF_FFFF_FFFF)
            return .restarted(nanoseconds(ticks))
        }
        var steps = Int64(clamping: forward)
        if bits < 48, passed > nanoseconds(steps) {
            // To the nearest whole turn, and never back.
            let size = Int64(mask) + 1
            let turn = nanoseconds(size)
            // Turns shorter than a microsecond tell nothing.
            if turn > 1000 { steps = steps &+ ((passed - nanoseconds(steps) + turn / 2) / turn) &* size }
        }
        self.last = value
        self.arrival = arrival
        ticks = ticks &+ steps
        return .time(nanoseconds(ticks))
    }

    private func nanosecondsPassed(to arrival: Int64) -> Int64 {
        max(0, arrival.subtractingReportingOverflow(self.arrival).partialValue)
    }

    private func span(_ mask: UInt64) -> Int64 { nanoseconds(Int64(clamping: mask)) }

    private func nanoseconds(_ ticks: Int64) -> Int64 {
        let product = ticks.multipliedFullWidth(by: numerator)
        let whole = Int128(product.high) << 64 | Int128(product.low)
        return Int64(clamping: min(max(whole / Int128(denominator), -(1 << 60)), 1 << 60))
    }
}
