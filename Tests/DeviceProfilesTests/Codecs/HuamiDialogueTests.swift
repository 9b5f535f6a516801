import Runtime
import Signals
import TestKit
import Testing

@testable import DeviceProfiles

private let now = Instant(nanoseconds: 1_800_000_000_000_000_000)
/// zviryatko/notifymi, Protocol-parse.md: key, challenge and answer of one exchange.
private let key = hex("d88ca0fef504cc82735f15feb6bf9b1f")
private let challenge = hex("689c1dd58a666f0f8c90a1a96e1ab3a3")
private let answer = hex("ce1c0135db39e61f1a27012fb907df3b")

struct HuamiDialogueTests {
    private func dialogue(_ key: [UInt8]?) throws -> HuamiDialogue {
        let profile = try #require(ProfileLibrary(folders: []).profile("huami.band"))
        let context = DialogueContext(
            profile: profile, filling: WriteTemplate.Context(settings: SettingValues(profile), now: now),
            key: key.flatMap { DeviceKey($0) })
        return try #require(HuamiDialogue(context))
    }

    private func written(_ actions: [DialogueAction]) -> [[UInt8]] {
        actions.compactMap { if case .write(let write) = $0 { write.bytes } else { nil } }
    }

    private func closed(_ actions: [DialogueAction]) -> ClosedDevice? {
        actions.lazy.compactMap { if case .closed(let device) = $0 { device } else { nil } }.first
    }

    @Test func `a band is opened with the bytes that one was opened with`() throws {
        var talk = try dialogue(key)
        #expect(written(talk.take(.began, at: now)) == [hex("0200")])
        #expect(written(talk.take(.value(hex("100201") + challenge), at: now)) == [hex("0300") + answer])
        #expect(talk.take(.value(hex("100301")), at: now) == [.end])
    }

    @Test(arguments: ["100304", "100308"])
    func `a key that the band refuses is told and not tried again`(_ refusal: String) throws {
        var talk = try dialogue(key)
        _ = talk.take(.began, at: now)
        _ = talk.take(.value(hex("100201") + challenge), at: now)
        let end = talk.take(.value(hex(refusal)), at: now)
        #expect(end.last == .end && written(end).isEmpty)
        #expect(closed(end) == ClosedDevice(reason: "it refuses the key that was entered"))
    }

    @Test func `a band of the maker's server is asked in its own way, once`() throws {
        var talk = try dialogue(key)
        _ = talk.take(.began, at: now)
        #expect(written(talk.take(.value(hex("100204")), at: now)) == [hex("8200020100")])
        // An answer to the first question means nothing any more.
        #expect(talk.take(.value(hex("100201") + challenge), at: now).isEmpty)
        #expect(written(talk.take(.value(hex("108201") + challenge), at: now)) == [hex("8300") + answer])
        #expect(closed(talk.take(.value(hex("108308")), at: now))?.reason == "it refuses the key that was entered")
        // Silence is as good as a refusal, once.
        talk = try dialogue(key)
        _ = talk.take(.began, at: now)
        #expect(written(talk.take(.timedOut, at: now)) == [hex("8200020100")])
        #expect(closed(talk.take(.timedOut, at: now))?.isLasting == false, "it may have gone out of reach")
    }

    @Test(arguments: ["108204", "108201", "10820100", "108201" + String(repeating: "00", count: 17)])
    func `a band that asks otherwise is left alone, with what else can be done`(_ reply: String) throws {
        var talk = try dialogue(key)
        _ = talk.take(.began, at: now)
        _ = talk.take(.timedOut, at: now)
        let end = talk.take(.value(hex(reply)), at: now)
        let device = try #require(closed(end))
        #expect(device.isLasting && device.nextStep?.contains("sig.heart-rate") == true && written(end).isEmpty)
    }

    @Test func `without a key nothing is said to the band`() throws {
        var talk = try dialogue(nil)
        let end = talk.take(.began, at: now)
        #expect(written(end).isEmpty && end.last == .end)
        #expect(closed(end)?.reason.contains("none was entered") == true)
    }

    @Test func `what is no reply is passed over`() throws {
        var talk = try dialogue(key)
        _ = talk.take(.began, at: now)
        for value in ["", "10", "1002", "110201", "100301", "108301"] {
            #expect(talk.take(.value(hex(value)), at: now).isEmpty, "\(value)")
        }
    }

    @Test func `the cipher is that of the standard`() throws {
        // FIPS 197, appendix C.1.
        let key = try #require(DeviceKey(text: "000102030405060708090a0b0c0d0e0f"))
        let encrypted = AES128.encrypt(hex("00112233445566778899aabbccddeeff"), with: key)
        #expect(encrypted == hex("69c4e0d86a7b0430d8cdb78070b4c55a"))
        #expect(AES128.encrypt([1, 2, 3], with: key) == nil)
    }
}
