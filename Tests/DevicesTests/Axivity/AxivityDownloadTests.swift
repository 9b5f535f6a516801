import Devices
import Glibc
import Recordings
import Signals
import Synchronization
import TestKit
import Testing

@Suite struct AxivityDownloadTests {
    private let folder = TestFolder()
    private let recorder = ScriptedRecorder()

    private func copy(_ progress: @Sendable (Int, Int) -> Void = { _, _ in }) throws -> AxivityDownload.Outcome {
        let source = try #require(try AxivityFile(folder: recorder.volume.path))
        return try AxivityDownload(of: source, to: "\(folder.path)/copy.cwa").run(progress: progress)
    }

    @Test func aCopyIsTheSameAndLeavesNoPart() throws {
        let bytes = recorder.record()
        let told = Mutex([Int]())
        let outcome = try copy { done, _ in told.withLock { $0.append(done) } }
        #expect(outcome.bytes == bytes.count && outcome.resumedAt == 0)
        #expect(folder.read("copy.cwa") == bytes)
        #expect(!folder.has("copy.cwa.part"))
        #expect(told.withLock { $0.last } == bytes.count)
    }

    @Test(arguments: [true, false]) func aCopyIsForItsOwnerAlone(hasPart: Bool) throws {
        recorder.record()
        if hasPart {
            folder.write("copy.cwa.part", [1])
            chmod("\(folder.path)/copy.cwa.part", 0o644)
        }
        _ = try copy()
        var status = stat()
        #expect(stat("\(folder.path)/copy.cwa", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [0, 511, 1024, 1536, 2048, 5000, 12_800])
    func aCopyGoesOnFromWhereItBrokeOff(_ length: Int) throws {
        let bytes = recorder.record()
        folder.write("copy.cwa.part", Array(bytes.prefix(length)))
        let outcome = try copy()
        #expect(folder.read("copy.cwa") == bytes)
        #expect(outcome.resumedAt <= length && (length < 2048 || outcome.resumedAt > length - 1536))
    }

    @Test func aTornBlockAtTheEndOfAPartIsCopiedAgain() throws {
        let bytes = recorder.record()
        var part = Array(bytes.prefix(10_240))
        for index in 9_728..<10_240 { part[index] = 0 }
        folder.write("copy.cwa.part", part)
        _ = try copy()
        #expect(folder.read("copy.cwa") == bytes)
    }

    @Test func aPartOfAnotherRecordingIsBegunAnew() throws {
        let bytes = recorder.record()
        var other = Array(bytes.prefix(10_240))
        other[7] ^= 1
        folder.write("copy.cwa.part", other)
        #expect(try copy().resumedAt == 0)
        #expect(folder.read("copy.cwa") == bytes)
    }

    @Test func aPartThatIsLongerThanTheRecordingIsBegunAnew() throws {
        let bytes = recorder.record()
        folder.write("copy.cwa.part", bytes + bytes)
        #expect(try copy().resumedAt == 0)
        #expect(folder.read("copy.cwa") == bytes)
    }

    @Test func aRecordingThatHasGrownIsAppendedToItsCopy() throws {
        let bytes = recorder.record()
        folder.write("copy.cwa", Array(bytes.prefix(bytes.count - 512 * 10)))
        #expect(try copy().resumedAt > 0)
        #expect(folder.read("copy.cwa") == bytes)
    }

    @Test func aCopyOfSomethingElseIsNeverOverwritten() throws {
        recorder.record()
        folder.write("copy.cwa", Array("precious".utf8))
        #expect(throws: Failure.self) { try copy() }
        #expect(folder.read("copy.cwa") == Array("precious".utf8))
    }

    @Test func cancellingKeepsThePart() async throws {
        recorder.record(sectors: 2000)
        let recorder = recorder
        let folder = folder
        let task = Task {
            let source = try #require(try AxivityFile(folder: recorder.volume.path))
            return try AxivityDownload(of: source, to: "\(folder.path)/copy.cwa").run { _, _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(folder.has("copy.cwa.part") && !folder.has("copy.cwa"))
    }

    private func verification(_ recorder: ScriptedRecorder, copy: [UInt8]) throws -> AxivityVerification {
        let source = try #require(try AxivityFile(folder: recorder.volume.path))
        let path = folder.write("copy.cwa", copy)
        return try AxivityVerification(
            copy: path, source: source,
            identification: AxivityIdentification(
                serial: recorder.usbSerial, label: recorder.label, header: source.header.number, reply: nil))
    }

    @Test func aSoundCopyIsFaithful() throws {
        let verification = try verification(recorder, copy: recorder.record())
        #expect(verification.isFaithful && verification.check.isSound && verification.check.blocks == 40)
        #expect(verification.identification.number == 12_345)
    }

    @Test func aBitThatFellOverWhileCopyingIsFound() throws {
        var bytes = recorder.record()
        bytes[1024 + 512 * 7 + 100] ^= 4
        let verification = try verification(recorder, copy: bytes)
        #expect(!verification.isFaithful)
        #expect(verification.objections == ["The block at byte 4608 was copied wrongly."])
    }

    @Test func aBlockThatIsDamagedOnTheRecorderIsNoFaultOfTheCopy() throws {
        var bytes = recorder.record()
        bytes[1024 + 512 * 7 + 100] ^= 4
        recorder.volume.write("CWA-DATA.CWA", bytes)
        let verification = try verification(recorder, copy: bytes)
        #expect(verification.isFaithful && !verification.check.isSound && verification.damagedOnRecorder == 1)
    }

    @Test func aCopyThatEndsEarlyOrSwapsBlocksIsNotFaithful() throws {
        let bytes = recorder.record()
        #expect(try !verification(recorder, copy: Array(bytes.dropLast(512))).isFaithful)
        var swapped = bytes
        swapped.replaceSubrange(2048..<2560, with: bytes[2560..<3072])
        swapped.replaceSubrange(2560..<3072, with: bytes[2048..<2560])
        #expect(try verification(recorder, copy: swapped).objections.contains { $0.contains("out of order") })
    }

    @Test func aFileOfAnotherRecorderIsNotTrusted() throws {
        let bytes = recorder.record(number: 777)
        let verification = try verification(recorder, copy: bytes)
        #expect(verification.objections.count == 1)
        #expect(verification.objections.first?.contains("777 by its file header") == true)
    }

    @Test func beginningsAndHolesAreCountedByTheirNumbers() throws {
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 5)
        writer.lose(sectors: 3)
        writer.append(sectors: 5)
        writer.restart(afterSeconds: 60)
        writer.append(sectors: 5)
        let check = try CWACheck(RecordingFile(name: "x.cwa", bytes: writer.bytes + [1, 2, 3]))
        #expect(check.blocks == 15 && check.missing == 3 && check.restarts == 1 && check.trailing == 3)
        #expect(check.disordered == 0 && check.damagedCount == 0 && !check.isSound)
    }
}
