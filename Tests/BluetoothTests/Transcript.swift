import Bluetooth
import Foundation
import TestKit

/// What two sides really said to each other, and what must be made of it.
struct Transcript: Decodable {
    struct Derived: Decodable {
        var services: [[Field]]
        var characteristics: [[Field]]
        var descriptors: [[Field]]
    }

    /// A number or a text.
    enum Field: Decodable {
        case number(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var handle: UInt16 { if case .number(let number) = self { UInt16(number) } else { 0 } }
        var text: String { if case .text(let text) = self { text } else { "" } }
    }

    var pdus: [[Field]]
    var derived: Derived

    static let names = ["ec521", "horizon", "wban"]

    init(_ name: String) throws {
        let bytes = try TestData.bytes("ble/att_transcript_\(name).json")
        self = try JSONDecoder().decode(Transcript.self, from: Data(bytes))
    }

    /// All protocol data units of the attribute protocol, of both sides.
    var all: [(isDevice: Bool, pdu: [UInt8])] {
        pdus.filter { $0[1].text == "C" || $0[1].text == "S" }.map { ($0[1].text == "S", bytes($0[2].text)) }
    }

    /// The table that a correct client builds.
    var database: GATTDatabase {
        let descriptors = derived.descriptors.map { GATTDescriptor(uuid: uuid($0[1]), handle: $0[0].handle) }
        return GATTDatabase(
            services: derived.services.map { service in
                let handles = service[0].handle...service[1].handle
                let inside = derived.characteristics.filter { handles.contains($0[0].handle) }
                let characteristics = inside.enumerated().map { index, fields in
                    let end = index + 1 < inside.count ? inside[index + 1][0].handle - 1 : handles.upperBound
                    return GATTCharacteristic(
                        uuid: uuid(fields[3]), declaration: fields[0].handle, value: fields[2].handle,
                        properties: .init(rawValue: UInt8(fields[1].handle)),
                        descriptors: descriptors.filter { $0.handle > fields[2].handle && $0.handle <= end })
                }
                return GATTService(uuid: uuid(service[2]), handles: handles, characteristics: characteristics)
            })
    }

    private func uuid(_ field: Field) -> BluetoothUUID { BluetoothUUID(field.text) ?? BluetoothUUID(0) }
}

/// Plays the device of a transcript: answers each request with what the real device answered to the same bytes, and
/// what it was never asked with "not found".
struct TranscriptPeer: Peer {
    private var answers: [[UInt8]: [UInt8]] = [:]
    /// What it asks by itself, one thing with each of its answers.
    var questions: [[UInt8]] = []
    /// What came back for it.
    var replies: [[UInt8]] = []
    /// Requests that the real device was never asked.
    var unknown: [[UInt8]] = []

    init(_ transcript: Transcript) {
        var request: [UInt8]?
        for (isDevice, pdu) in transcript.all {
            switch (isDevice, ATTOpcode.kind(of: pdu[0])) {
            case (false, .request): request = pdu
            case (true, .response):
                if let request, answers[request] == nil { answers[request] = pdu }
                request = nil
            default: break
            }
        }
    }

    mutating func answer(_ pdu: [UInt8]) -> [[UInt8]] {
        guard ATTOpcode.kind(of: pdu[0]) == .request else {
            if ATTOpcode.kind(of: pdu[0]) == .response { replies.append(pdu) }
            return []
        }
        let asked = questions.isEmpty ? [] : [questions.removeFirst()]
        if let answer = answers[pdu] { return asked + [answer] }
        unknown.append(pdu)
        let handle = pdu.count >= 3 ? Array(pdu[1...2]) : [0, 0]
        return asked + [[0x01, pdu[0]] + handle + [0x0A]]
    }
}
