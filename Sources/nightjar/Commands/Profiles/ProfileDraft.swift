import Bluetooth
import DeviceProfiles
import Documents
import Runtime
import Signals

/// A profile made of what an unknown device said, for a person to complete.
struct ProfileDraft {
    /// The text of the profile.
    let text: String
    /// The number of characteristics that sent values.
    let frames: Int
    /// What was guessed of them, for people.
    let guesses: [String]

    /// A draft from what was offered and heard, values by the handle of their characteristic.
    init(name: String, database: GATTDatabase, heard: [UInt16: ValueRun]) {
        let spoke = database.services.flatMap { service in
            service.characteristics.filter { heard[$0.value] != nil }.map {
                (service: service.uuid, characteristic: $0)
            }
        }
        frames = spoke.count
        let drafts = spoke.enumerated().map { index, item in
            FrameDraft(
                id: "frame-\(index)", number: index,
                run: heard[item.characteristic.value] ?? ValueRun(values: [], seconds: []))
        }
        guesses = drafts.enumerated().flatMap { index, draft in
            draft.guesses.map { "frame-\(index), byte \($0.offset): \($0.meaning.words), as \($0.reason)" }
        }
        var json = JSONText()
        json.object { json in
            json.field("profile", 1)
            json.field("id", Self.identifier(name))
            json.field("revision", 1)
            json.field("name", name)
            json.field("about", "Captured; say what it measures.")
            json.array("sources", ["captured from the device"])
            json.object("verified") { json in
                json.field("by", "real-bytes")
                json.field("note", "Bytes that one device sent; what they mean is guessed at best.")
            }
            json.array("match") { json in
                json.object { json in
                    json.field("bus", "ble")
                    json.field("name", "\(Self.stem(name))*")
                }
            }
            json.array("confirm") { json in
                for item in spoke.prefix(1) {
                    json.object { $0.field("characteristic", item.characteristic.uuid.description) }
                }
            }
            json.object("ble") { json in
                json.array("notify") { json in
                    for (index, item) in spoke.enumerated() {
                        json.object { json in
                            json.field("characteristic", item.characteristic.uuid.description)
                            json.field("service", item.service.description)
                            json.field("frame", "frame-\(index)")
                        }
                    }
                }
            }
            json.object("frames") { json in
                for (index, draft) in drafts.enumerated() { json.object("frame-\(index)") { draft.write(&$0) } }
            }
            json.array("vectors") { json in for draft in drafts { draft.writeVectors(&json) } }
        }
        text = json.string
    }

    /// Letters and digits of a name, with hyphens for the rest.
    static func identifier(_ name: String) -> String {
        let parts = name.lowercased().utf8.split { !(0x61...0x7A).contains($0) && !(0x30...0x39).contains($0) }
        let text = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-").prefix(50)
        return "captured.\(text.isEmpty ? "device" : text)"
    }

    /// A name without the part that differs from device to device: up to its last word, when three characters are left.
    private static func stem(_ name: String) -> String {
        guard let end = name.lastIndex(where: { $0 == " " || $0 == "-" || $0 == "_" }) else { return name }
        let stem = name[...end]
        return stem.utf8.count >= 3 ? String(stem) : name
    }
}

extension FieldGuess.Meaning {
    /// What it may mean, in words.
    var words: String {
        switch self {
        case .sequence: "a counter of values"
        case .ticks(let perSecond): "a clock of \(perSecond) Hz"
        case .heartRate: "a heart rate"
        case .acceleration(let counts): "acceleration at \(counts) counts per g"
        case .unknown: "nothing known"
        }
    }
}
