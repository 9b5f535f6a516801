import Runtime
package import Signals

/// The proof that a band of Huami (Mi Band, Amazfit) asks for before it gives anything, dialogue `huami-key`: the band sends
/// sixteen random bytes and takes them back under the key that it shares with its owner (AES-128).
///
/// Bytes by zviryatko/notifymi, Protocol-parse.md (`02 00`, `10 02 01` and the challenge, `03 00` and the answer, `10 03 01`);
/// bands that are paired by the maker's server are asked with bit 7 set, piggz/harbour-amazfish#375 (`82 00 02 01 00`,
/// `10 82 01`, `10 83 08` for a wrong key) and Freeyourgadget/Gadgetbridge#1536. `10 03 08` is the answer to a wrong key
/// in satcar77/miband4#48, `10 03 04` in mattellegrino/BluetoothLe, HuamiService.java.
package struct HuamiDialogue: DeviceDialogue {
    /// The dialogue's name in profiles.
    package static let name = "huami-key"
    /// An unopened band ends the link after seconds.
    package static let opensDevice = true
    /// The key of the maker's server, or the one that the band was paired with.
    package static let takesKey = true

    private static let auth = DialogueCharacteristic(uuid: "00000009-0000-3512-2118-0009AF100700")

    /// How a band is asked: of older ones, and of those that the maker's server knows.
    private enum Manner: UInt8 {
        case plain = 0
        case server = 0x80

        var request: [UInt8] { self == .plain ? [0x02, 0x00] : [0x82, 0x00, 0x02, 0x01, 0x00] }
    }

    private enum Step {
        case idle, asked, answered
    }

    private let key: DeviceKey?
    private var manner = Manner.plain
    private var step = Step.idle

    /// A talk that has not begun; always, as nothing comes without it.
    package init?(_ context: DialogueContext) { key = context.key }

    /// The characteristic on which the band asks for its key.
    package static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic] { [auth] }

    /// Bands answer within a fraction of a second.
    package var patience: Double { 5 }

    /// Takes in what the band said.
    package mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction] {
        switch input {
        case .began:
            guard key != nil else { return close("it gives nothing without its key, and none was entered") }
            return ask(.plain)
        case .value(let bytes): return hear(bytes)
        case .timedOut:
            if step == .asked, manner == .plain { return ask(.server) }
            return close("it did not answer when it was opened", isLasting: false)
        case .failed(let reason): return close(reason, isLasting: false)
        case .read, .kept, .stored: return []
        }
    }

    private mutating func ask(_ manner: Manner) -> [DialogueAction] {
        (self.manner, step) = (manner, .asked)
        return [write(manner.request)]
    }

    /// A reply is 10, the request's first byte, and 01 where it was taken.
    private mutating func hear(_ bytes: [UInt8]) -> [DialogueAction] {
        guard bytes.count >= 3, bytes[0] == 0x10 else { return [] }
        let isTaken = bytes[2] == 0x01
        switch (step, bytes[1]) {
        case (.asked, 0x02 | manner.rawValue):
            if isTaken { return answer(Array(bytes[3...])) }
            if manner == .plain { return ask(.server) }
            return refuse(bytes[2])
        case (.answered, 0x03 | manner.rawValue):
            if isTaken { return [.end] }
            return close("it refuses the key that was entered")
        default: return []
        }
    }

    private mutating func answer(_ challenge: [UInt8]) -> [DialogueAction] {
        guard let key, challenge.count == DeviceKey.size else { return refuse(0) }
        guard let answer = AES128.encrypt(challenge, with: key) else {
            return close(
                "libcrypto, which its key is used with, is not on this machine",
                nextStep: "Install OpenSSL's libcrypto 3 (libssl3), then disconnect and connect the device.")
        }
        step = .answered
        return [write([0x03 | manner.rawValue, 0x00] + answer)]
    }

    private mutating func refuse(_ code: UInt8) -> [DialogueAction] {
        close(
            "it does not ask for its key in a way that is known here (\(code))",
            nextStep: "Where it can share its heart rate, switch that on and choose the profile sig.heart-rate for it.")
    }

    private func close(_ reason: String, nextStep: String? = nil, isLasting: Bool = true) -> [DialogueAction] {
        [.closed(ClosedDevice(reason: reason, nextStep: nextStep, isLasting: isLasting)), .end]
    }

    private func write(_ bytes: [UInt8]) -> DialogueAction {
        .write(DialogueWrite(characteristic: Self.auth.uuid, bytes: bytes, withResponse: false))
    }
}
