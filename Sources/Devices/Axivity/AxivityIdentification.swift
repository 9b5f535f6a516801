import Signals
package import USB

/// Which recorder this is, by four witnesses: the serial number on the bus, the label of its volume, the header of its
/// file, and its own reply. Only witnesses that agree make a recording that can be trusted.
package struct AxivityIdentification: Hashable, Sendable {
    /// Where a serial number can be read.
    package enum NumberSource: String, Hashable, Sendable, CaseIterable {
        case usbSerial = "usb_serial"
        case volumeLabel = "volume_label"
        case fileHeader = "file_header"
        case reply = "id_reply"
    }

    /// The number by each place that had one.
    package var numbers: [NumberSource: UInt32]

    /// From what the witnesses say; nil for those that are not at hand.
    package init(serial: String?, label: String?, header: UInt32?, reply: UInt32?) {
        numbers = [:]
        numbers[.usbSerial] = serial.flatMap { Self.number(in: $0) }
        numbers[.volumeLabel] = label.flatMap { Self.number(in: $0) }
        numbers[.fileHeader] = header
        numbers[.reply] = reply
    }

    /// The number that all witnesses agree on; nil when they do not or there is none.
    package var number: UInt32? { Set(numbers.values).count == 1 ? numbers.values.first : nil }

    /// The contradiction, in a sentence; nil when all agree.
    package var contradiction: String? {
        guard Set(numbers.values).count > 1 else { return nil }
        let words = NumberSource.allCases.compactMap { witness in
            numbers[witness].map { "\($0) by its \(witness.rawValue.split(separator: "_").joined(separator: " "))" }
        }
        return "The recorder is \(words.joined(separator: ", ")). Its file may come from another recorder."
    }

    /// The last run of digits: `CWA17_12345` is recorder 12345 of hardware 17.
    static func number(in text: String) -> UInt32? {
        text.split { !("0"..."9").contains($0) }.last.flatMap { UInt32($0) }
    }
}

extension USBDevice {
    /// Whether this is an Axivity recorder. Vendor and product number belong to the chip's maker and to its demonstration
    /// boards, so the names must fit too.
    package var isAxivity: Bool {
        vendor == 0x04D8 && product == 0x0057
            && (productName?.hasPrefix("AX") == true && productName?.contains("Composite") == true
                || ["CWA", "AX3", "AX6"].contains { serial?.hasPrefix($0) == true })
    }

    /// Whether this is the loader that an Axivity recorder is for the first seconds after it was plugged in. Other devices
    /// with that chip have the same numbers, so it only means that a recorder may follow.
    package var isAxivityLoader: Bool { vendor == 0x04D8 && product == 0x003C }

    /// The number of an Axivity recorder by its serial number.
    package var axivityNumber: UInt32? { serial.flatMap { AxivityIdentification.number(in: $0) } }
}
