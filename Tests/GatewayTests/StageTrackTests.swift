import Devices
import Signals
import Testing

@testable import Gateway

@Suite("How far a session has come")
struct StageTrackTests {
    private let noon = Bench.noon

    @Test("is derived from link and data where the driver tells nothing")
    func derived() {
        var track = StageTrack(now: noon)
        track.take(.connecting, at: noon)
        #expect(track.current?.stage == .matched)
        track.take(.streaming, at: noon + 1)
        #expect(track.current?.stage == .connected && track.current?.reason == "Nothing has come yet.")
        let isNews = track.takeData(at: noon + 2)
        let isNewsAgain = track.takeData(at: noon + 3)
        #expect(isNews && !isNewsAgain && track.current?.stage == .streaming)
        track.take(.silent(reason: "nothing has come for more than 10 s"), at: noon + 20)
        #expect(track.current?.stage == .interrupted && track.current?.nextStep != nil)
        _ = track.takeData(at: noon + 30)
        #expect(track.current?.stage == .resumed)
        let early = track.pass(to: noon + 89)
        let late = track.pass(to: noon + 90)
        #expect(!early && late && track.current?.stage == .streaming)
        track.take(.gone(reason: "out of range"), at: noon + 100)
        #expect(track.current?.stage == .interrupted && track.current?.reason == "out of range")
        track.take(.stopped, reason: "The device is done.", nextStep: nil, at: noon + 101)
        #expect(
            track.steps.map(\.stage) == [
                .matched, .connected, .streaming, .interrupted, .resumed, .streaming, .interrupted, .stopped,
            ])
    }

    @Test("goes on telling what does not come, after a silence and a minute later")
    func missing() {
        var track = StageTrack(now: noon)
        track.take(.connected, reason: nil, nextStep: nil, at: noon)
        track.take(.streaming, reason: "It does not send acceleration.", nextStep: "Do.", at: noon + 1)
        track.take(.silent(reason: "nothing has come"), at: noon + 20)
        _ = track.takeData(at: noon + 30)
        #expect(track.current?.stage == .resumed && track.current?.reason == "It does not send acceleration.")
        _ = track.pass(to: noon + 90)
        #expect(track.current?.stage == .streaming && track.current?.reason == "It does not send acceleration.")
        // Found out only after data had come back.
        track.take(.silent(reason: "nothing has come"), at: noon + 100)
        _ = track.takeData(at: noon + 101)
        track.take(.streaming, reason: "It does not send light.", nextStep: nil, at: noon + 102)
        #expect(track.current?.stage == .resumed && track.current?.reason == "It does not send light.")
        // A new link begins anew.
        track.take(.connected, reason: nil, nextStep: nil, at: noon + 110)
        _ = track.takeData(at: noon + 111)
        #expect(track.current?.stage == .streaming && track.current?.reason == nil)
    }

    @Test("is what the driver says where it tells; data alone make it stream and come back")
    func told() {
        var track = StageTrack(now: noon)
        for (index, stage) in [DeviceStage.discovered, .matched, .confirmed, .connected, .configured].enumerated() {
            track.take(stage, reason: "step \(index)", nextStep: nil, at: noon + index)
            track.take(.connecting, at: noon + index)
        }
        track.take(.streaming, at: noon + 9)
        #expect(track.current?.stage == .configured && track.current?.reason == "step 4")
        _ = track.takeData(at: noon + 10)
        #expect(track.current?.stage == .streaming)
        track.take(.interrupted, reason: "The strap is out of range.", nextStep: "Bring it near.", at: noon + 20)
        track.take(.gone(reason: "supervision timeout"), at: noon + 20)
        track.take(.silent(reason: "nothing has come"), at: noon + 25)
        #expect(track.current?.reason == "The strap is out of range." && track.current?.nextStep == "Bring it near.")
        track.take(.connected, reason: nil, nextStep: nil, at: noon + 30)
        track.take(.streaming, reason: "three streams", nextStep: nil, at: noon + 31)
        #expect(track.current?.stage == .resumed && track.current?.reason == "three streams")
    }

    @Test("keeps the newest steps only")
    func bounded() {
        var track = StageTrack(now: noon)
        for index in 0..<100 {
            track.take(.gone(reason: "try \(index)"), at: noon + 2 * index)
            _ = track.takeData(at: noon + (2 * index + 1))
        }
        #expect(track.steps.count == StageTrack.limit && track.steps.last?.time == noon + 199)
    }
}
