import Bluetooth
import Documents
import Signals

extension FieldReport {
    /// What came over the link: how it was made, what the device offers, and what it sent when.
    func write(_ capture: DeviceCapture, _ marks: IdentifyingMarks, _ json: inout JSONText) {
        json.field("seconds_to_connect", Self.rounded(capture.secondsToConnect))
        json.field("transmission_unit", capture.transmissionUnit)
        json.field("rssi_dbm", capture.rssi)
        json.field("address_kind", capture.address.kind.rawValue)
        json.array("not_subscribed", capture.refused.map(marks.hide))
        json.services(of: capture.database) { write($0, capture.trace, marks, &$1) }
    }

    private func write(
        _ characteristic: GATTCharacteristic, _ trace: CaptureTrace, _ marks: IdentifyingMarks, _ json: inout JSONText
    ) {
        json.field("properties", Int(characteristic.properties.rawValue))
        json.array("descriptors", characteristic.descriptors.map(\.uuid.description))
        if let read = trace.readings.first(where: { $0.handle == characteristic.value }) {
            json.field("read_bytes", read.value.count)
            if showsValues, Self.isOfKind(characteristic.uuid) {
                json.field("read", marks.show(read.value, most: Self.shownBytes))
            }
        }
        let sent = trace.values.filter { $0.handle == characteristic.value }
        guard !sent.isEmpty else { return }
        json.object("sent") { json in
            json.field("values", sent.count)
            json.array("bytes", Self.spread(sent.map { Double($0.value.count) }))
            json.field("first_after_s", trace.begun.map { Self.rounded(sent[0].at.seconds(since: $0)) })
            let gaps = zip(sent, sent.dropFirst()).map { $1.at.seconds(since: $0.at) * 1000 }
            if !gaps.isEmpty { json.array("interval_ms", Self.spread(gaps)) }
            if showsValues, !Self.isPersonal(characteristic.uuid) {
                let first = sent.prefix(Self.shownValues).map { marks.show($0.value, most: Self.shownBytes) }
                json.array("first", first)
            }
        }
    }

    /// Whether what is read there says something of devices of this kind, and nothing of this one or whom it belongs to:
    /// appearance, connection parameters, battery, model, versions, maker, what it is certified for, its features and where
    /// it is worn. What makers keep in characteristics of their own may be anything.
    static func isOfKind(_ uuid: BluetoothUUID) -> Bool {
        let known: Set<UInt32> = [
            0x2A01, 0x2A04, 0x2A19, 0x2A1D, 0x2A21, 0x2A24, 0x2A26, 0x2A27, 0x2A28, 0x2A29, 0x2A2A, 0x2A38, 0x2A49,
            0x2A50, 0x2A51, 0x2A54, 0x2A5C, 0x2A5D, 0x2A60, 0x2A65, 0x2A6B, 0x2A9B, 0x2A9E, 0x2AA6, 0x2AA8, 0x2ACC,
        ]
        return known.contains { uuid == BluetoothUUID($0) }
    }

    /// Whether it tells the device from others of its kind, or whom it belongs to: names, serial numbers, system ids, and
    /// what the User Data Service holds of a person.
    static func isPersonal(_ uuid: BluetoothUUID) -> Bool {
        let user = Array(UInt32(0x2A7E)...0x2A9A) + [0x2A9F, 0x2AA2] + Array(UInt32(0x2B40)...0x2B60)
        return ([0x2A00, 0x2A23, 0x2A25] + user).contains { uuid == BluetoothUUID($0) }
    }

    /// The smallest, the middle and the largest.
    static func spread(_ numbers: [Double]) -> [Double] {
        let sorted = numbers.sorted()
        guard let first = sorted.first, let last = sorted.last else { return [] }
        return [first, sorted[sorted.count / 2], last].map { ($0 * 10).rounded() / 10 }
    }
}
