// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A fuzzer; `products` are libraries of the package above. `Fuzz/fuzz` builds and runs it.
func fuzzer(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["Fuzzing"] + products.map { .product(name: $0, package: "nightjar") },
        swiftSettings: strict)
}

let package = Package(
    name: "nightjar-fuzz",
    dependencies: [.package(name: "nightjar", path: "..")],
    targets: [
        .target(name: "Fuzzing", swiftSettings: strict),
        fuzzer("FuzzCWA", ["Recordings", "Signals", "TestKit"]),
        fuzzer("FuzzRecorders", ["Recordings", "Signals", "TestKit"]),
        fuzzer("FuzzHeartRate", ["Devices", "Signals"]),
        fuzzer("FuzzATT", ["Bluetooth", "Signals"]),
        fuzzer("FuzzGATT", ["Bluetooth", "Signals"]),
        fuzzer("FuzzAdvertising", ["Bluetooth", "Signals"]),
        fuzzer("FuzzPMD", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzCodecs", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzHandover", ["DeviceProfiles"]),
        fuzzer("FuzzANT", ["Devices", "Signals"]),
        fuzzer("FuzzRelay", ["Relay", "Signals"]),
        fuzzer("FuzzNetwork", ["Accounts"]),
        fuzzer(
            "FuzzRequests",
            ["API", "Accounts", "Analysis", "Devices", "Documents", "Gateway", "Runtime", "Signals", "Store"]),
        fuzzer("FuzzHDF5", ["Analysis", "Signals", "TestKit"]),
        fuzzer("FuzzSerialLine", ["Devices", "Signals", "USB"]),
        fuzzer("FuzzProfileJSON", ["DeviceProfiles", "Signals"]),
        fuzzer("FuzzProfileFrames", ["DeviceProfiles", "Signals"]),
    ],
    swiftLanguageModes: [.v6]
)
