import Bluetooth
import Fuzzing
import Glibc
import Signals

/// Fuzzes the fields of advertisements. The first byte of an input says how many of the rest are the advertisement; what
/// follows is the scan response.
@main
enum FuzzAdvertising {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testAdvertising))
    }
}

/// One input.
private func testAdvertising(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let split = input.first else { return 0 }
    let packets = Array(input.dropFirst())
    let advertisement = Array(packets.prefix(Int(split)))
    let response = Array(packets.dropFirst(Int(split)))
    var data = AdvertisingData()
    data.add(advertisement.span.bytes)
    let first = data
    data.add(advertisement.span.bytes)
    precondition(data == first, "hearing the same again changes nothing")
    data.add(response.span.bytes)
    precondition(Set(data.services).count == data.services.count, "each service is listed once")
    precondition(data.services.starts(with: first.services), "what was known stays")
    precondition(first.manufacturerData.allSatisfy { data.manufacturerData[$0.key] == $0.value })
    precondition(first.serviceData.allSatisfy { data.serviceData[$0.key] == $0.value })
    precondition(first.name == nil || data.name != nil)
    precondition(data.name?.isEmpty != true)
    let held =
        data.services.count * 2 + data.manufacturerData.values.reduce(0) { $0 + $1.count + 4 }
        + data.serviceData.values.reduce(0) { $0 + $1.count + 4 }
    precondition(held <= packets.count, "no more comes out than went in")
    let heard = Advertisement(
        address: BluetoothAddress(bits: 1, kind: .random), received: Instant(nanoseconds: 0), data: data)
    precondition(ScanFilter().matches(heard))
    return 0
}

private func save(_ seeds: inout SeedFolder) {
    seeds.save(hex: "15 02 01 06 03 03 0d18 07 ff 6b00 72 08 4d 4b 02 0a fc 03 19 4103 0a 09 506f6c617220483130")
    seeds.save(hex: "ff 05 02 0d18 0f18 05 05 78563412 11 06 c8f08d2dcd8aad1c87f3e702805c00fb 03 08 4142 04 09 414243")
    seeds.save(hex: "ff 12 21 c8f08d2dcd8aad1c87f3e702805c00fb 01 06 20 78563412 02 05 16 0f18 6401 00 00")
    seeds.save(hex: "ff 02 01 06 1a ff 4c00 02 15 00112233445566778899aabbccddeeff 0001 0002 c5")
}
