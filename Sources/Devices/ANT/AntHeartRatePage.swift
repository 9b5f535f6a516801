package import Signals

/// The eight bytes of a heart rate monitor's message (ANT+ Device Profile Heart Rate, revision 2): one of several pages of
/// three bytes, and the last beat.
package struct AntHeartRatePage: Hashable, Sendable {
    /// What the first four bytes say, in a monitor that turns pages.
    package enum Content: Hashable, Sendable {
        /// Nothing beside the beat: page 0.
        case none
        /// Seconds of use since the battery was changed: page 1.
        case operatingTime(seconds: Int)
        /// Low byte of the maker's number and the upper half of the serial number: page 2.
        case maker(id: UInt8, serial: UInt16)
        /// Versions of hardware and software, and the model's number: page 3.
        case product(hardware: UInt8, software: UInt8, model: UInt8)
        /// When the beat before the last was, in 1/1024 s: page 4.
        case previousBeat(UInt16)
        /// Averages of a swim, in /min: page 5.
        case swim(interval: UInt8, intervalMaximum: UInt8, session: UInt8)
        /// Features that there are, and those that are on: page 6.
        case capabilities(supported: UInt8, enabled: UInt8)
        /// Charge, voltage and state of the battery: page 7.
        case battery(AntBattery)
        /// How the beat's time was made: page 9.
        case deviceInformation(UInt8)
        /// A page of the maker's own, 112 ... 127.
        case makersOwn(page: UInt8, bytes: [UInt8])
        /// A page that is not known.
        case unknown(page: UInt8)
    }

    /// The bit that changes with every fourth message in monitors that turn pages, and never in older ones, whose first
    /// byte means nothing.
    package var toggle: Bool
    /// What the page says, if the monitor turns pages.
    package var content: Content
    /// When the last beat was, in 1/1024 s, rolling over at 64 s.
    package var beatTime: UInt16
    /// Beats so far, modulo 256.
    package var beatCount: UInt8
    /// The heart rate as the monitor computed it, in /min; 0 for none.
    package var rate: UInt8

    /// Decodes the payload of a message.
    /// - Throws: `DecodeError` unless there are eight bytes.
    package init(_ payload: [UInt8]) throws(DecodeError) {
        var cursor = ByteCursor(payload.span.bytes)
        let head = try cursor.little(UInt8.self)
        let own = try cursor.array(3)
        beatTime = try cursor.little(UInt16.self)
        beatCount = try cursor.little(UInt8.self)
        rate = try cursor.little(UInt8.self)
        guard cursor.remaining == 0 else {
            throw DecodeError(.invalid("a message has eight bytes, not \(payload.count)"), at: 8)
        }
        toggle = head & 0x80 != 0
        content = Self.content(head & 0x7F, own[0], own[1], own[2])
    }

    private static func content(_ page: UInt8, _ a: UInt8, _ b: UInt8, _ c: UInt8) -> Content {
        let pair = UInt16(c) << 8 | UInt16(b)
        switch page {
        case 0: return .none
        case 1: return .operatingTime(seconds: 2 * (Int(c) << 16 | Int(b) << 8 | Int(a)))
        case 2: return .maker(id: a, serial: pair)
        case 3: return .product(hardware: a, software: b, model: c)
        case 4: return .previousBeat(pair)
        case 5: return .swim(interval: a, intervalMaximum: b, session: c)
        case 6: return .capabilities(supported: b, enabled: c)
        case 7: return .battery(AntBattery(level: a, fraction: b, description: c))
        case 9: return .deviceInformation(a)
        case 112...127: return .makersOwn(page: page, bytes: [a, b, c])
        default: return .unknown(page: page)
        }
    }
}

/// A sensor's battery page.
package struct AntBattery: Hashable, Sendable {
    /// The battery's state, as the sensor classes it.
    package enum State: UInt8, Hashable, Sendable, CaseIterable {
        case new = 1, good, fair, low, critical
    }

    /// Charge, 0 ... 100 %; nil when the page does not state it.
    package var percent: Int?
    /// Voltage in volts; nil when the page does not state it.
    package var volts: Double?
    /// The state; nil when the page does not state it.
    package var state: State?

    /// In words, as “good, 2.94 V”; nil where nothing is told.
    package var words: String? {
        let parts = [state.map { "\($0)" }, volts.map { "\(($0 * 100).rounded() / 100) V" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// From the three bytes of page 7: charge, 1/256 V, and whole volts with the state.
    init(level: UInt8, fraction: UInt8, description: UInt8) {
        percent = level <= 100 ? Int(level) : nil
        let whole = description & 0x0F
        volts = whole == 0x0F ? nil : Double(whole) + Double(fraction) / 256
        state = State(rawValue: description >> 4 & 7)
    }
}
