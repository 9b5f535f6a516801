import Devices
import Recordings
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@Suite struct AxivityRecorderTests {
    private let start = Instant(nanoseconds: 1_800_000_000_400_000_000)

    private func open(_ recorder: ScriptedRecorder) -> AxivityRecorder {
        AxivityRecorder(recorder, zone: .utc, clock: VirtualClock(start: start))
    }

    private func changes(_ recorder: ScriptedRecorder) -> [String] {
        recorder.script.firmware.heard.filter { line in
            line != "ID" && !line.hasPrefix("SAMPLE") && !line.hasPrefix("STATUS")
                && line.contains { $0 == " " || $0 == "=" }
                || line == "COMMIT" || line.hasPrefix("FORMAT")
        }
    }

    @Test func statusAsksForEverythingAndChangesNothing() async throws {
        let recorder = ScriptedRecorder()
        recorder.record()
        recorder.script.state.withLock { $0.firmware.log = ["0x020A,2026/01/02,03:04:05,580"] }
        let status = try await open(recorder).status()
        #expect(status.identity.number == 12_345)
        #expect(status.identification.number == 12_345 && status.identification.numbers.count == 4)
        #expect(status.battery?.percent == 87 && status.batteryHealth?.cycles == 120)
        #expect(status.memory?.verdict == .good)
        #expect(status.rate?.hertz == 100 && status.start == .always && status.stop == .never)
        #expect(status.lastError?.meaning == "the battery was empty")
        #expect(status.recording?.blocks == 40)
        #expect(status.recording?.notes["_p"] == "left wrist")
        #expect(changes(recorder).isEmpty)
        #expect(recorder.script.writes.allSatisfy { $0.count <= 64 })
    }

    @Test func theClockIsReadBetweenTwoInstantsOfTheHost() async throws {
        let recorder = ScriptedRecorder()
        recorder.record()
        recorder.script.state.withLock { $0.firmware.wall = 1_800_000_003_000_000_000 }
        let clock = try #require(try await open(recorder).status().clock)
        #expect(clock.before <= clock.after)
        #expect((clock.offset(in: .utc) - 2.6).magnitude < 0.001)
        #expect(clock.verdict(in: .utc) == .plausible)
    }

    @Test func aClockTellsDriftAnotherZoneOrALostBattery() throws {
        func reading(_ offset: Double) -> AxivityClockReading {
            AxivityClockReading(
                wall: CivilTime(nanoseconds: start.nanoseconds + Int64(offset * 1e9)), before: start, after: start)
        }
        #expect(reading(3600.5).verdict(in: .utc) == .otherZone)
        #expect(reading(-86_400 * 400).verdict(in: .utc) == .lost)
        #expect(reading(500).verdict(in: .utc) == .lost)
        let drift = reading(7).drift(in: .utc, since: start.advanced(bySeconds: -7 * 86_400))
        #expect(drift == 1)
        #expect(reading(7).drift(in: .utc, since: start.advanced(bySeconds: -60)) == nil)
    }

    @Test func aRecorderThatRefusesSomeQuestionsStillTellsTheRest() async throws {
        let recorder = ScriptedRecorder()
        recorder.script.state.withLock { $0.firmware.isLocked = true }
        let status = try await open(recorder).status()
        #expect(status.battery != nil && status.rate == nil)
        #expect(status.remarks.contains { $0.contains("locked") })
        #expect(status.recording == nil)
    }

    @Test func aLockedRecorderIsUnlockedWithItsCodeAndItsTypedNumberOnly() async throws {
        let recorder = ScriptedRecorder()
        recorder.script.state.withLock { $0.firmware.isLocked = true }
        await #expect(throws: Failure.self) { try await open(recorder).unlock(confirmed: "1", code: 4711) }
        await #expect(throws: Failure.self) { try await open(recorder).unlock(confirmed: "12345", code: 4712) }
        #expect(recorder.script.state.withLock { $0.firmware.isLocked })
        #expect(try await open(recorder).unlock(confirmed: "12345", code: 4711).number == 12_345)
        #expect(try await open(recorder).status().rate != nil)
        #expect(recorder.script.state.withLock { $0.firmware.heard.count { $0.hasPrefix("UNLOCK") } } == 2)
    }

    @Test func aRecorderThatSaysNothingIsAFailureInWords() async throws {
        let recorder = ScriptedRecorder()
        recorder.script.state.withLock { $0.firmware.isSilent = true }
        await #expect(throws: Failure.self) { try await open(recorder).status() }
    }

    @Test func halfALineOfSomebodyElseDoesNotDisturb() async throws {
        let recorder = ScriptedRecorder(
            ScriptedLine(pieces: 1, noise: Array("3,4\r\n1,2,3\r\n\u{0}\u{7F}ATZ".utf8) + [13]))
        #expect(try await open(recorder).status().identity.number == 12_345)
    }

    @Test func unpluggingInTheMiddleEndsTheTalk() async throws {
        let recorder = ScriptedRecorder(ScriptedLine(unplugAt: "STATUS 3"))
        let failure = await #expect(throws: Failure.self) { try await open(recorder).status() }
        #expect(failure?.message.contains("unplugged") == true)
    }

    @Test func downloadingCopiesAndVerifies() async throws {
        let recorder = ScriptedRecorder()
        let bytes = recorder.record()
        let folder = TestFolder()
        let done = try await open(recorder).download(to: { "\(folder.path)/\($0)" }, progress: { _ in })
        #expect(done.verification.isFaithful)
        #expect(done.verification.identification.numbers.count == 4)
        #expect(folder.read("ax3-12345-session-7.cwa") == bytes)
        #expect(changes(recorder).isEmpty)
    }

    @Test func aRecorderThatWasNeverUnpluggedHasNothingToDownload() async throws {
        let recorder = ScriptedRecorder()
        recorder.record(sectors: 0)
        let failure = await #expect(throws: Failure.self) {
            try await open(recorder).download(to: { "/nonexistent/\($0)" }, progress: { _ in })
        }
        #expect(failure?.code == .notFound)
    }

    @Test func settingUpSaysEverythingInItsOrder() async throws {
        let recorder = ScriptedRecorder()
        recorder.record(sectors: 0)
        let begin = try #require(CivilTime(CivilDate(year: 2027, month: 1, day: 16), hour: 22, minute: 0))
        let setup = AxivitySetup(
            session: 8, rate: try #require(AxivityRate(hertz: 50, range: 4)), start: .at(begin),
            notes: ["_sc": "K 07", "_p": "left wrist"], zone: .utc)
        let done = try await open(recorder).configure(setup, confirmed: "12345", data: .keep)
        #expect(
            Array(changes(recorder).prefix(8)) == [
                "TIME 2027-01-15 08:00:01", "SESSION 8", "RATE 137", "HIBERNATE 2027-01-16 22:00:00", "STOP -1",
                "MAXSAMPLES 0", "DEBUG 0", "ANNOTATE00=_p=left+wrist&_sc=K+07",
            ])
        #expect(changes(recorder).count == 7 + 14 + 1 && changes(recorder).last == "COMMIT")
        #expect(!done.erased && done.clockOffset.magnitude < 2)
        #expect(recorder.script.firmware.committed == 1 && recorder.script.firmware.erased == 0)
        #expect(recorder.script.firmware.lost == 0)
        // The script does not write its volume, so the header still says what it did.
        #expect(done.headerDifferences?.isEmpty == false)
    }

    @Test(arguments: ["", "12346", "yes"])
    func withoutItsNumberNothingIsChanged(_ typed: String) async throws {
        let recorder = ScriptedRecorder()
        recorder.record()
        let failure = await #expect(throws: Failure.self) {
            try await open(recorder).configure(AxivitySetup(session: 8, zone: .utc), confirmed: typed, data: .discard)
        }
        #expect(failure?.code == .notPermitted)
        await #expect(throws: Failure.self) { try await open(recorder).clear(confirmed: typed, data: .discard) }
        #expect(changes(recorder).isEmpty)
    }

    @Test func aRecordingIsErasedOnlyWithACopyOfAllOfIt() async throws {
        let recorder = ScriptedRecorder()
        let bytes = recorder.record()
        let folder = TestFolder()
        await #expect(throws: Failure.self) { try await open(recorder).clear(confirmed: "12345", data: .keep) }
        let short = folder.write("short.cwa", Array(bytes.dropLast(1024)))
        await #expect(throws: Failure.self) {
            try await open(recorder).clear(confirmed: "12345", data: .eraseAfterCopy(path: short))
        }
        await #expect(throws: Failure.self) {
            try await open(recorder).clear(confirmed: "12345", data: .eraseAfterCopy(path: "/nonexistent"))
        }
        #expect(changes(recorder).isEmpty)
        let whole = folder.write("whole.cwa", bytes)
        _ = try await open(recorder).clear(confirmed: "12345", data: .eraseAfterCopy(path: whole))
        #expect(changes(recorder) == ["FORMAT QC"])
    }

    @Test func aRecorderWhoseWitnessesDisagreeIsLeftAlone() async throws {
        let recorder = ScriptedRecorder(label: "AX317_777")
        recorder.record()
        let failure = await #expect(throws: Failure.self) {
            try await open(recorder).clear(confirmed: "12345", data: .discard)
        }
        #expect(failure?.code == .notPermitted)
        #expect(changes(recorder).isEmpty)
    }

    @Test func clearingAnEmptyRecorderDoesNothing() async throws {
        let recorder = ScriptedRecorder()
        recorder.record(sectors: 0)
        _ = try await open(recorder).clear(confirmed: "12345", data: .keep)
        #expect(changes(recorder).isEmpty)
    }

    @Test func settingsThatARecorderCannotHaveAreRefusedBeforeAnythingIsSaid() async throws {
        let recorder = ScriptedRecorder()
        recorder.record(sectors: 0)
        let early = try #require(CivilTime(CivilDate(year: 2027, month: 1, day: 1), hour: 0, minute: 0))
        let late = try #require(CivilTime(CivilDate(year: 2027, month: 1, day: 2), hour: 0, minute: 0))
        for setup in [
            AxivitySetup(session: 1, start: .at(late), stop: .at(early), zone: .utc),
            AxivitySetup(session: 1_000_000_000, zone: .utc),
            AxivitySetup(session: 1, rate: AxivityRate(code: 74, gyroscope: 500), zone: .utc),
            AxivitySetup(session: 1, notes: ["_n": String(repeating: "ü", count: 80)], zone: .utc),
        ] {
            let failure = await #expect(throws: Failure.self) {
                try await open(recorder).configure(setup, confirmed: "12345", data: .keep)
            }
            #expect(failure?.code == .usage)
        }
        #expect(changes(recorder).isEmpty)
    }

    @Test func anAX6HasItsGyroscopeTurnedOffInWords() async throws {
        let recorder = ScriptedRecorder(serial: "AX664_12345", label: "AX6_0012345")
        recorder.script.state.withLock {
            ($0.firmware.label, $0.firmware.hardware, $0.firmware.gyroscope) = ("AX6", "64", 500)
        }
        recorder.record(sectors: 0)
        _ = try await open(recorder).configure(AxivitySetup(session: 1, zone: .utc), confirmed: "12345", data: .keep)
        #expect(changes(recorder).contains("RATE 74,0"))
    }
}
