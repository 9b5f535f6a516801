// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Glibc and the C libraries must agree on what sys/select.h declares.
    .unsafeFlags(["-Xcc", "-D_GNU_SOURCE=1"]),
]

/// A benchmark, or what makes its input; `products` are libraries of the package above.
func benchmark(_ name: String, _ products: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "nightjar") }, swiftSettings: strict)
}

let package = Package(
    name: "nightjar-benchmarks",
    dependencies: [.package(name: "nightjar", path: "..")],
    targets: [
        benchmark("make-cwa", ["TestKit"]),
        benchmark("decode-recording", ["Recordings", "Signals"]),
        benchmark("bench-ring", ["Documents", "Runtime", "Signals"]),
        benchmark("bench-heart", ["Analysis", "Signals"]),
        benchmark("bench-epochs", ["Documents", "Epochs", "Signals"]),
        benchmark("bench-store", ["Store", "Signals"]),
        benchmark("bench-polar", ["DeviceProfiles", "Documents", "Runtime", "Signals"]),
        benchmark("bench-sessions", ["Devices", "Documents", "Gateway", "Recordings", "Runtime", "Signals", "Store"]),
        benchmark("bench-notification", ["API", "Devices", "Documents", "Gateway", "Runtime", "Signals", "Store"]),
    ],
    swiftLanguageModes: [.v6]
)
