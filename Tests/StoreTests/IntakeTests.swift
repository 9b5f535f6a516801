import Signals
import Testing

@testable import Store

@Suite("Intake")
struct IntakeTests {
    private let limits = Intake.Limits(
        rawBytes: 5000, seriesBytes: 6000, bulkBytes: 3000, commitBytes: 4000, delay: 500, retry: 100...350)

    private func settled() -> Intake {
        var intake = Intake(limits: limits)
        intake.maintenance = nil
        return intake
    }

    @Test("waits for nothing when empty, and for the delay after the first entry, not the last")
    func delay() {
        var intake = settled()
        #expect(intake.next(now: 10) == .wait(until: nil))
        _ = intake.append(.batch(Sample.rate(0)), now: 1000)
        _ = intake.append(.batch(Sample.rate(1)), now: 1400)
        #expect(intake.next(now: 1499) == .wait(until: 1500))
        #expect(intake.next(now: 1500) == .commit)
    }

    @Test("begins earlier by as long as the last commit took, within a quarter of the delay")
    func slowDisk() {
        var intake = settled()
        for (took, due) in [(UInt64(200), UInt64(1300)), (5000, 1125), (0, 1500)] {
            _ = intake.append(.batch(Sample.rate(0)), now: 0)
            let work = intake.take()
            intake.committed(work, took: took, duplicates: 0)
            _ = intake.append(.batch(Sample.rate(1)), now: 1000)
            #expect(intake.next(now: 1000) == .wait(until: due))
            intake.committed(intake.take(), took: 0, duplicates: 0)
        }
    }

    @Test("commits at once when much waits, when hurried and when closing, then stops")
    func urgency() throws {
        var intake = settled()
        for second in 0..<6 { _ = intake.append(.batch(try Sample.motion(second)), now: 0) }
        #expect(intake.next(now: 1) == .commit)
        intake.committed(intake.take(), took: 1, duplicates: 0)
        _ = intake.append(.batch(Sample.rate(0)), now: 10)
        intake.hurry(now: 11)
        #expect(intake.next(now: 11) == .commit)
        intake.committed(intake.take(), took: 1, duplicates: 0)
        _ = intake.append(.batch(Sample.rate(1)), now: 20)
        intake.close()
        #expect(intake.next(now: 21) == .commit)
        intake.committed(intake.take(), took: 1, duplicates: 0)
        #expect(intake.next(now: 22) == .stop)
    }

    @Test("refuses raw samples before beats, and counts each refusal once, by device and channel")
    func bounds() throws {
        var intake = settled()
        var refused = 0
        for second in 0..<20 where intake.append(.batch(try Sample.motion(second)), now: 0) == nil { refused += 1 }
        #expect(intake.liveBytes <= 5000)
        #expect(refused > 10)
        #expect(intake.append(.beats(Sample.beats(0..<5), Sample.device, .live), now: 0) != nil)
        #expect(intake.status.droppedSamples == Double(refused * 50))
        let work = intake.take()
        #expect(work.losses.map(\.1.count) == [Double(refused * 50)])
        #expect(work.losses.first?.1.first == Sample.second(20 - refused))
        intake.failed(work, problem: "full", at: .now, now: 0)
        #expect(intake.take().losses.map(\.1.count) == [Double(refused * 50)])
    }

    @Test("keeps live entries of a failed commit before the later ones and lets go of an import's")
    func failure() throws {
        var intake = settled()
        _ = intake.append(.batch(Sample.rate(0)), now: 0)
        intake.appendBulk(.chunk(RecordingID(rawValue: 1), start: 0, size: 4, body: [1]), now: 0)
        let work = intake.take()
        _ = intake.append(.batch(Sample.rate(1)), now: 0)
        intake.failed(work, problem: "full", at: .now, now: 1000)
        #expect(intake.durable == 0)
        #expect(!intake.report.isRecording)
        #expect(intake.bulkFailures == 1)
        #expect(intake.bulk.isEmpty)
        #expect(intake.bulkBytes == 0)
        let stamps = intake.live.compactMap(\.latest)
        #expect(stamps == [Sample.second(0), Sample.second(1)])
    }

    @Test("pauses longer and longer after failures, up to a bound, and not at all after a success")
    func pauses() {
        var intake = settled()
        _ = intake.append(.batch(Sample.rate(0)), now: 0)
        for pause in [UInt64(100), 200, 350, 350] {
            intake.failed(intake.take(), problem: "full", at: .now, now: 1000)
            #expect(intake.next(now: 1001) == .wait(until: 1000 + pause))
            #expect(intake.next(now: 1000 + pause) == .commit)
        }
        intake.committed(intake.take(), took: 1, duplicates: 0)
        #expect(intake.report.isRecording)
        #expect(intake.report.pendingBytes == 0)
        #expect(intake.durable == intake.appended)
    }

    @Test("holds an import back at its bound, and forgets what an ended one left")
    func bulk() {
        var intake = settled()
        let ended = RecordingID(rawValue: 1)
        let body = [UInt8](repeating: 0, count: 2000)
        intake.appendBulk(.chunk(ended, start: 0, size: 1, body: body), now: 0)
        #expect(intake.hasBulkRoom)
        intake.appendBulk(.chunk(RecordingID(rawValue: 2), start: 0, size: 1, body: body), now: 0)
        #expect(!intake.hasBulkRoom)
        _ = intake.append(.abandon(ended, .cancelled, nil), now: 0)
        #expect(intake.hasBulkRoom)
        #expect(intake.bulk.map(\.recording) == [RecordingID(rawValue: 2)])
    }
}
