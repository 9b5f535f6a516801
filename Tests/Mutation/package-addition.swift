// Only what is mutated, its tests and what both need; warnings of doubled expressions are none of ours.
let mutated = ["Recordings", "Epochs", "Analysis"]
var kept = Set(mutated.map { "\($0)Tests" })
var left = kept
while let name = left.popFirst() {
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
        if case .byNameItem(let other, _) = dependency, kept.insert(other).inserted { left.insert(other) }
    }
}
package.products = []
package.targets.removeAll { !kept.contains($0.name) }
for target in package.targets where mutated.contains(target.name) { target.dependencies.append("Mutants") }
package.targets.append(.target(name: "Mutants", path: "Tests/Mutation/Mutants"))
