import Devices
import Signals
import Testing

@Suite struct AxivityReplyTests {
    @Test func anIdentityHasFourOrFiveFields() throws {
        let identity = try AxivityIdentity(line: "ID=CWA,17,48,12345,9")
        #expect(identity.model == "AX3" && identity.hardware == 0x17 && identity.firmware == 48)
        #expect(identity.number == 12_345 && identity.session == 9)
        #expect(identity.device.deviceID.rawValue == "axivity-12345")
        #expect(try AxivityIdentity(line: "ID=AX6,64,56,6011834").model == "AX6")
        #expect(try AxivityIdentity(line: "ID=AX6,64,56,6011834").session == nil)
    }

    @Test(arguments: [
        "", "ID", "ID=", "ID=CWA", "ID=CWA,17,48", "ID=CWA,zz,48,1", "ID=CWA,17,48,99999999999", "ID=CWA,17,48,1,2,3",
        "XID=CWA,17,48,1",
    ])
    func whatIsNoIdentityIsRefused(_ line: String) {
        #expect(throws: DecodeError.self) { try AxivityIdentity(line: line) }
    }

    @Test(arguments: ["$TIME=2024/03/04,22:15:00", "TIME=2024-03-04 22:15:00", "$TIME=2024.03.04_22.15.00"])
    func timesComeWithAndWithoutDollarAndWithAnySeparators(_ line: String) throws {
        #expect(try AxivityTime(line: line).wall.description == "2024-03-04T22:15:00")
    }

    @Test func aTimeOfASampleHasMilliseconds() throws {
        #expect(try AxivityTime(line: "$TIME=2024/03/04,22:15:00.042").wall.nanosecond == 42_000_000)
    }

    @Test(arguments: [
        "$TIME=", "$TIME=2024/03/04", "$TIME=1999/03/04,22:15:00", "$TIME=2024/13/04,22:15:00",
        "TIMES=2024/03/04,22:15:00",
        "$TIME=2024/03/04,22:15:00.1.2", "$TIME=99999999999999999999/1/1,1:1:1",
    ])
    func whatIsNoTimeIsRefused(_ line: String) {
        #expect(throws: DecodeError.self) { try AxivityTime(line: line) }
    }

    @Test func startAndStopAreTimesOrWords() throws {
        #expect(try AxivitySchedule(line: "HIBERNATE=0") == .always)
        #expect(try AxivitySchedule(line: "STOP=-1") == .never)
        #expect(try AxivitySchedule(line: "STOP=2024/03/04,22:00:00").description == "2024-03-04T22:00:00")
        #expect(throws: DecodeError.self) { try AxivitySchedule(line: "STOP=2") }
        #expect(throws: DecodeError.self) { try AxivitySchedule(line: "STOPS=0") }
    }

    @Test func theBatteryTellsVoltsAndPercent() throws {
        let battery = try AxivityBattery(line: "$BATT=697,4083,mV,100,1")
        #expect(battery.volts == 4.083 && battery.percent == 100 && battery.isFull)
        #expect(try AxivityBattery(line: "$BATT=697,4083,mV,-3,0").percent == 0)
        #expect(throws: DecodeError.self) { try AxivityBattery(line: "$BATT=697,4083") }
    }

    @Test func theWorstPlaneDecidesAboutTheMemory() throws {
        let memory = try AxivityMemory(line: "FTL=0,0,20,2,3,5")
        #expect(memory.spare == 9 && memory.verdict == .good)
        #expect(try AxivityMemory(line: "FTL=0,0,20,2,3,6").verdict == .worn)
        #expect(try AxivityMemory(line: "FTL=0,0,20,1,60").verdict == .failing)
        #expect(throws: DecodeError.self) { try AxivityMemory(line: "FTL=0,0,20,3,3,5") }
        #expect(throws: DecodeError.self) { try AxivityMemory(line: "FTL=0,0,20,200,3,5") }
    }

    @Test func ratesAreCodes() throws {
        let rate = try AxivityRate(line: "RATE=74,100")
        #expect(rate.hertz == 100 && rate.range == 8 && rate.gyroscope == nil)
        #expect(try AxivityRate(line: "RATE=74,100,500").gyroscope == 500)
        #expect(AxivityRate(hertz: 100, range: 8)?.code == 74)
        #expect(AxivityRate(hertz: 12.5, range: 16)?.code == 7)
        #expect(AxivityRate(hertz: 99, range: 8) == nil && AxivityRate(hertz: 100, range: 3) == nil)
        #expect(AxivityRate(hertz: 100, range: 8, gyroscope: 300) == nil)
    }

    @Test func theLogSaysWhyARecordingEnded() throws {
        let entry = try AxivityLogEntry(line: "LOG,3,0x020a,2024/03/04,22:15:00,batt 580")
        #expect(entry.index == 3 && entry.isError && entry.meaning == "the battery was empty")
        #expect(entry.time == "2024/03/04 22:15:00" && entry.text == "batt 580")
        #expect(try AxivityLogEntry(line: "LOG,0,0x0201,2024/03/04,22:15:00,").isError == false)
        #expect(throws: DecodeError.self) { try AxivityLogEntry(line: "LOG,0,201") }
    }

    @Test func notesComeWithoutTheirPadding() throws {
        let line = "ANNOTATE03=_sc=K07" + String(repeating: " ", count: 25)
        #expect(try AxivityNote(line: line).text == "_sc=K07")
        #expect(try AxivityNote(line: "ANNOTATE13=" + String(repeating: "?", count: 32)).text.isEmpty)
        #expect(throws: DecodeError.self) { try AxivityNote(line: "ANNOTATE14=x") }
        #expect(throws: DecodeError.self) { try AxivityNote(line: "ANNOTATE1") }
    }

    @Test func readingsAreThreeOrSixNumbers() {
        #expect(AxivityMotion(line: "1,-2,256")?.acceleration == SIMD3(1, -2, 256))
        #expect(AxivityMotion(line: "1,-2,256,4,5,6")?.angularVelocity == SIMD3(4, 5, 6))
        for line in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,40000", "1,2,3,", "$ACCEL=1,2,3"] {
            #expect(AxivityMotion(line: line) == nil)
        }
    }

    @Test func aRecorderIsKnownByTheLastNumberInItsNames() {
        let agreed = AxivityIdentification(
            serial: "CWA17_12345", label: "AX317_12345", header: 12_345, reply: 12_345)
        #expect(agreed.number == 12_345 && agreed.contradiction == nil && agreed.numbers.count == 4)
        let other = AxivityIdentification(serial: "AX664_6011834", label: "AX6_6011834", header: 17, reply: nil)
        #expect(other.number == nil)
        #expect(other.contradiction?.contains("17 by its file header") == true)
    }
}
