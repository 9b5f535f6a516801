package import Signals

/// What a recorder says of itself in reply to `ID`: label, hardware, firmware, number and session.
package struct AxivityIdentity: Hashable, Sendable {
    /// The label of the reply, `CWA` for an AX3 and `AX6`.
    package var label: String
    /// Hardware version, such as 0x17 for an AX3 and 0x64 for an AX6.
    package var hardware: UInt8
    /// The firmware's version.
    package var firmware: Int
    /// The number printed on the case.
    package var number: UInt32
    /// The session that it is set up for; nil for firmware that does not tell.
    package var session: UInt32?

    /// Reads a line such as `ID=CWA,17,48,12345,0`.
    /// - Throws: `DecodeError` unless it has four or five fields of these kinds.
    package init(line: String) throws(DecodeError) {
        let fields = try AxivityFields(line, after: "ID=")
        guard fields.count == 4 || fields.count == 5 else {
            throw DecodeError(.invalid("an identity has 4 or 5 fields, not \(fields.count)"), at: 3)
        }
        label = fields.text(0)
        hardware = try fields.number(1, radix: 16)
        firmware = Int(try fields.number(2) as UInt16)
        number = try fields.number(3)
        session = fields.count == 5 ? try fields.number(4) : nil
    }

    /// The model: `AX3`, `AX6`, or the label of another.
    package var model: String {
        switch hardware {
        case 0x17, 0x00, 0xFF: "AX3"
        case 0x64: "AX6"
        default: label == "CWA" ? "AX3" : label
        }
    }

    /// The identity that recordings of the same recorder have.
    package var device: DeviceIdentity {
        DeviceIdentity(maker: "Axivity", model: model, serial: String(number), firmware: String(firmware))
    }
}
