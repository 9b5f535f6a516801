import Signals

/// The heart rates of one day as a Colmi ring hands them over: packets of command 0x15 (colmi_r02_client).
///
/// Packet 0 tells how many follow and how many minutes there are between rates; packet 1 has the day's midnight, in which
/// the ring takes local time for UTC, and nine rates, the others thirteen each. 0 is no rate.
struct ColmiHeartLog: Sendable {
    /// Packets that belong to the day, packet 0 among them; 0 while none is being taken.
    private var count = 0
    private var next: UInt8 = 0
    private var rates: [Float] = []
    /// Minutes from one rate to the next.
    private(set) var minutes = 5
    /// Midnight of the day, in seconds since 1970 on the device's clock.
    private(set) var midnight: UInt32 = 0

    /// Takes a packet.
    /// - Returns: the day's rates, not a number where there is none, when it is complete.
    /// - Throws: `DecodeError` for a packet out of order; the day is then forgotten.
    mutating func take(_ packet: ColmiPacket) throws(DecodeError) -> [Float]? {
        var cursor = ByteCursor(packet.data.span.bytes)
        let index = try cursor.little(UInt8.self)
        if index == 0xFF {
            // No data for that day.
            reset()
            return nil
        }
        if index == 0 {
            reset()
            count = Int(try cursor.little(UInt8.self))
            let minutes = Int(try cursor.little(UInt8.self))
            self.minutes = minutes == 0 ? 5 : minutes
            next = 1
            return nil
        }
        guard count > 0, index == next else {
            reset()
            throw DecodeError(.invalid("packet \(index) of a day's heart rates out of order"), at: 1)
        }
        if index == 1 { midnight = try cursor.little(UInt32.self) }
        while cursor.remaining > 0 {
            let rate = try cursor.little(UInt8.self)
            rates.append(rate == 0 || rate == 0xFF ? .nan : Float(rate))
        }
        guard Int(index) + 1 == count else {
            next = index &+ 1
            return nil
        }
        let slots = max(1, 1440 / minutes)
        defer { reset() }
        return Array(rates.prefix(slots))
    }

    mutating func reset() {
        count = 0
        rates.removeAll(keepingCapacity: true)
    }
}
