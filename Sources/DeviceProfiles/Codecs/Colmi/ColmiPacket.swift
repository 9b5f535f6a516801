package import Signals

/// The sixteen bytes in which a Colmi ring and its host talk (colmi_r02_client): a command, fourteen bytes and their sum.
package struct ColmiPacket: Hashable, Sendable {
    /// Bytes of a packet.
    package static let size = 16

    /// The command; bit 7 set in an answer means that it failed.
    package var command: UInt8
    /// The payload, fourteen bytes.
    package var data: [UInt8]

    /// A packet of a command; `data` is filled up with zeros and cut at fourteen bytes.
    package init(command: UInt8, data: [UInt8] = []) {
        self.command = command
        self.data = Array((data + [UInt8](repeating: 0, count: 14)).prefix(14))
    }

    /// Reads a packet.
    /// - Throws: `DecodeError` for another length or a sum that does not fit.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        guard bytes.byteCount == Self.size else {
            throw DecodeError(.invalid("a packet of \(bytes.byteCount) bytes"), at: 0)
        }
        var cursor = ByteCursor(bytes)
        command = try cursor.little(UInt8.self)
        data = try cursor.array(14)
        guard try cursor.little(UInt8.self) == sum else {
            throw DecodeError(.mismatch("the sum does not fit"), at: 15)
        }
    }

    /// The packet as sent, with its checksum, sixteen bytes.
    package var bytes: [UInt8] { [command] + data + [sum] }

    private var sum: UInt8 { data.reduce(command, &+) }

    /// The packet that sets the ring's clock, which is lost when its battery is empty: the digits of the local time, each
    /// decimal digit in four bits, and the language.
    package static func setTime(_ time: CivilTime) -> ColmiPacket {
        func digits(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: (value / 10 % 10) << 4 | value % 10) }
        let (date, second) = (time.date, time.secondOfDay)
        return ColmiPacket(
            command: 0x01,
            data: [
                digits(date.year % 100), digits(date.month), digits(date.day), digits(second / 3600),
                digits(second / 60 % 60), digits(second % 60), 1,
            ])
    }
}
