import Signals
import TestKit
import Testing

@testable import DeviceProfiles

private let now = Instant(nanoseconds: 1_800_000_000_000_000_000)
private let accelerationStart = hex("0202 02010800 00013200 01011000")
private let ecgStart = hex("0200 00018200 01010e00")
private let intervalsStart = hex("0203")

struct PolarDialogueTests {
    /// A dialogue that the given start requests of a profile ask for.
    private func dialogue(_ requests: [[UInt8]], wanted: Set<Channel>? = nil) throws -> PolarDialogue {
        let profile = try #require(ProfileLibrary(folders: []).profile("polar.h10"))
        let context = DialogueContext(
            profile: profile, wanted: wanted, requests: requests,
            filling: WriteTemplate.Context(settings: SettingValues(profile), now: now))
        return try #require(PolarDialogue(context))
    }

    private func written(_ actions: [DialogueAction]) -> [[UInt8]] {
        actions.compactMap { if case .write(let write) = $0 { write.bytes } else { nil } }
    }

    private func missing(_ actions: [DialogueAction]) -> [MissingStream] {
        actions.compactMap { if case .missing(let stream) = $0 { stream } else { nil } }
    }

    private func farewell(_ actions: [DialogueAction]) -> [[UInt8]]? {
        actions.compactMap { if case .farewell(let writes) = $0 { writes.map(\.bytes) } else { nil } }.last
    }

    @Test func `the features are read, settings asked for and the stream started with the nearest`() throws {
        var talk = try dialogue([accelerationStart])
        #expect(talk.take(.began, at: now) == [.read("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8")])
        #expect(written(talk.take(.read(hex("0f05")), at: now)) == [hex("0102")])
        let offers = talk.take(.value(hex("f001020000 00021900 6400 01011000 0202 0200 0400")), at: now)
        // 50 Hz and 8 g are not on offer.
        #expect(written(offers) == [hex("0202 00011900 01011000 02010400")])
        #expect(farewell(offers) == [hex("0302")], "what is being started is told to stop should the link be given up")
        let end = talk.take(.value(hex("f002020000 050140da7f39")), at: now)
        #expect(end.last == .end && missing(end).isEmpty)
        #expect(end.contains(.rate(.acceleration, 25)) && end.contains(.figure("range.2", 4)))
        #expect(end.contains(.figure("factor.2", Double(Float(0.000244)))))
        #expect(farewell(end) == [hex("0302")])
    }

    @Test func `a stream that the device lacks or refuses is missing with its reason, and the others are started`()
        throws
    {
        var talk = try dialogue([ecgStart, accelerationStart, intervalsStart])
        _ = talk.take(.began, at: now)
        // Acceleration and intervals: no electrocardiogram.
        #expect(written(talk.take(.read(hex("0f0c")), at: now)) == [hex("0102")])
        #expect(written(talk.take(.value(hex("f001020300")), at: now)) == [hex("0203")])
        let end = talk.take(.value(hex("f002030000")), at: now)
        #expect(missing(end).map(\.name) == ["ECG", "acceleration"])
        #expect(missing(end).allSatisfy { $0.reason == "the device does not have this stream" && !$0.isPassing })
        #expect(missing(end).flatMap(\.channels) == [.ecg, .acceleration])
        #expect(farewell(end) == [hex("0303")] && end.last == .end)
    }

    @Test func `SDK mode that was left on is asked for and switched off before anything starts`() throws {
        var talk = try dialogue([intervalsStart])
        _ = talk.take(.began, at: now)
        #expect(written(talk.take(.read(hex("0f6e02")), at: now)) == [hex("06")])
        #expect(written(talk.take(.value(hex("f006ff000001")), at: now)) == [hex("0309")])
        #expect(written(talk.take(.value(hex("f003090000")), at: now)) == [hex("0203")])
        let end = talk.take(.value(hex("f002030000")), at: now)
        let notes = end.compactMap { if case .note(let note) = $0 { note } else { nil } }
        #expect(notes.count == 1 && notes[0].contains("SDK mode") && notes[0].contains("switched off"))
        #expect(missing(end).isEmpty)
    }

    @Test(arguments: ["f006ff000000", "f006ff0100", "f00601"])
    func `SDK mode that is off or unknown changes nothing`(answer: String) throws {
        var talk = try dialogue([intervalsStart])
        _ = talk.take(.began, at: now)
        _ = talk.take(.read(hex("0f6e02")), at: now)
        let next = talk.take(.value(hex(answer)), at: now)
        // Three bytes are no answer at all: the streams are missing then, and nothing hangs.
        if answer.count == 6 { return #expect(next.last == .end && missing(next).count == 1) }
        #expect(written(next) == [hex("0203")])
        #expect(!talk.take(.value(hex("f002030000")), at: now).contains { if case .note = $0 { true } else { false } })
    }

    @Test func `a device that does not answer about SDK mode is asked for its streams`() throws {
        var talk = try dialogue([intervalsStart])
        _ = talk.take(.began, at: now)
        _ = talk.take(.read(hex("0f6e02")), at: now)
        #expect(written(talk.take(.timedOut, at: now)) == [hex("0203")])
    }

    @Test func `SDK mode that the device does not leave is told`() throws {
        var talk = try dialogue([])
        _ = talk.take(.began, at: now)
        _ = talk.take(.read(hex("0f6e02")), at: now)
        _ = talk.take(.value(hex("f006ff000001")), at: now)
        let end = talk.take(.value(hex("f003090c00")), at: now)
        #expect(
            end.contains {
                if case .note(let note) = $0 { note.contains("does not leave it") } else { false }
            } && end.last == .end)
    }

    @Test func `silence, nonsense and a narrow link leave streams missing that may be asked for again`() throws {
        var silent = try dialogue([accelerationStart, ecgStart])
        _ = silent.take(.began, at: now)
        _ = silent.take(.read(nil), at: now)
        let end = silent.take(.timedOut, at: now)
        #expect(missing(end).map(\.name) == ["acceleration", "ECG"] && missing(end).allSatisfy(\.isPassing))
        #expect(end.last == .end)
        var mad = try dialogue([accelerationStart])
        _ = mad.take(.began, at: now)
        _ = mad.take(.read(nil), at: now)
        #expect(missing(mad.take(.value(hex("f001")), at: now)).count == 1)
        var narrow = try dialogue([accelerationStart, ecgStart])
        _ = narrow.take(.began, at: now)
        _ = narrow.take(.read(nil), at: now)
        let refusal = narrow.take(.value(hex("f000010a")), at: now)
        #expect(missing(refusal).count == 2 && missing(refusal)[0].nextStep?.contains("another adapter") == true)
        #expect(refusal.last == .end)
    }

    @Test func `a control point that cannot be had leaves everything missing for that reason`() throws {
        var talk = try dialogue([accelerationStart])
        let end = talk.take(.failed("The device refused handle 72"), at: now)
        #expect(missing(end).map(\.reason) == ["The device refused handle 72"] && end.last == .end)
        #expect(farewell(end) == [])
    }

    @Test func `what the device says by itself and late answers are no answers`() throws {
        var talk = try dialogue([accelerationStart])
        _ = talk.take(.began, at: now)
        _ = talk.take(.read(nil), at: now)
        #expect(talk.take(.value(hex("010102")), at: now).isEmpty)
        #expect(talk.take(.value(hex("f003000000")), at: now).isEmpty)
        #expect(!talk.take(.value(hex("f001020000 00013400")), at: now).isEmpty)
    }

    @Test func `an answer about another stream is none`() throws {
        var talk = try dialogue([accelerationStart, ecgStart])
        _ = talk.take(.began, at: now)
        _ = talk.take(.read(nil), at: now)
        #expect(talk.take(.value(hex("f0010000000001820001010e00")), at: now).isEmpty)
        #expect(!talk.take(.value(hex("f001020000 00013400")), at: now).isEmpty)
        // A late one that says that the other runs already does not make this one run.
        #expect(talk.take(.value(hex("f002000600")), at: now).isEmpty)
        #expect(
            written(talk.take(.value(hex("f002820000")), at: now)) == [hex("0100")], "bit 7 is no part of the number")
    }

    @Test func `a dialogue after another one leaves what runs alone and stops it at the end`() throws {
        var first = try dialogue([ecgStart, accelerationStart, intervalsStart])
        _ = first.take(.began, at: now)
        _ = first.take(.read(nil), at: now)
        _ = first.take(.value(hex("f0010000000001820001010e00")), at: now)
        _ = first.take(.value(hex("f002000000")), at: now)
        _ = first.take(.value(hex("f001020000 00013400")), at: now)
        // Whether acceleration runs is not known.
        let given = first.take(.timedOut, at: now)
        #expect(missing(given).map(\.name) == ["acceleration", "pulse intervals"])
        #expect(farewell(given) == [hex("0300"), hex("0302")])
        var second = try dialogue([ecgStart, accelerationStart, intervalsStart])
        second.follow(first)
        _ = second.take(.began, at: now)
        let asked = second.take(.read(nil), at: now)
        #expect(written(asked) == [hex("0102")] && farewell(asked) == [hex("0300"), hex("0302")])
        // Nothing was heard of it before it was begun: the same holds of the next one.
        var third = try dialogue([ecgStart, accelerationStart, intervalsStart])
        third.follow(second)
        let failed = third.take(.failed("it is gone"), at: now)
        #expect(missing(failed).map(\.name) == ["acceleration", "pulse intervals"])
        #expect(farewell(failed) == [hex("0300"), hex("0302")])
    }

    @Test func `only what is wanted is asked for`() throws {
        var talk = try dialogue([accelerationStart, ecgStart], wanted: [.heartRate])
        _ = talk.take(.began, at: now)
        #expect(talk.take(.read(hex("0f05")), at: now) == [.farewell([]), .end])
    }

    @Test func `the dialogue of a profile is found by its name, and else by its codec`() throws {
        let library = ProfileLibrary(folders: [])
        let registry = DialogueRegistry.compiled
        var h10 = try #require(library.profile("polar.h10"))
        #expect(h10.bluetooth?.dialogue == "polar-pmd" && registry.dialogue(of: h10) is PolarDialogue.Type)
        h10.bluetooth?.dialogue = nil
        #expect(registry.dialogue(of: h10) is PolarDialogue.Type)
        let axle = try #require(library.profile("openmovement.axle"))
        #expect(registry.dialogue(of: axle) is AxLEDialogue.Type)
        #expect(registry.dialogue(of: try #require(library.profile("sig.heart-rate"))) == nil)
        let names = [
            "axle-lines", "huami-key", "o2ring-files", "polar-h10-recording", "polar-offline-recordings", "polar-pmd",
        ]
        #expect(registry.names == names)
    }
}
