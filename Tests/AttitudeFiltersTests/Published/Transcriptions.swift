// Madgwick's and Mahony's filters as their papers print them, in the papers' names and in `Double`: the yardstick for the
// filters of this package. Nothing is guarded; feed it good data.

/// S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", 2010: the MARG filter
/// of section 3. q is S_E q; the earth has x north and z up.
struct MadgwickTranscription {
  var q: [Double]
  var beta = 0.1
  var zeta = 0.0
  /// Whether the step ends at an eighth of the gradient, which is where `MadgwickFilter` ends it and the report does not.
  var endsAtAnEighth = false
  var omegaBias = [0.0, 0.0, 0.0]

  mutating func update(_ omega: [Double], _ accelerometer: [Double], _ magnetometer: [Double], _ dt: Double) {
    let (q1, q2, q3, q4) = (q[0], q[1], q[2], q[3])
    let a = unit(accelerometer)
    let m = unit(magnetometer)

    // Equation 45: h = q ⊗ m ⊗ q*; equation 46: b = [0, sqrt(hx² + hy²), 0, hz].
    let h = product(product(q, [0, m[0], m[1], m[2]]), conjugate(q))
    let bx = (h[1] * h[1] + h[2] * h[2]).squareRoot()
    let bz = h[3]

    // Equations 25 and 29.
    let f = [
      2 * (q2 * q4 - q1 * q3) - a[0],
      2 * (q1 * q2 + q3 * q4) - a[1],
      2 * (0.5 - q2 * q2 - q3 * q3) - a[2],
      2 * bx * (0.5 - q3 * q3 - q4 * q4) + 2 * bz * (q2 * q4 - q1 * q3) - m[0],
      2 * bx * (q2 * q3 - q1 * q4) + 2 * bz * (q1 * q2 + q3 * q4) - m[1],
      2 * bx * (q1 * q3 + q2 * q4) + 2 * bz * (0.5 - q2 * q2 - q3 * q3) - m[2],
    ]
    // Equations 26 and 30.
    let j: [[Double]] = [
      [-2 * q3, 2 * q4, -2 * q1, 2 * q2],
      [2 * q2, 2 * q1, 2 * q4, 2 * q3],
      [0, -4 * q2, -4 * q3, 0],
      [-2 * bz * q3, 2 * bz * q4, -4 * bx * q3 - 2 * bz * q1, -4 * bx * q4 + 2 * bz * q2],
      [-2 * bx * q4 + 2 * bz * q2, 2 * bx * q3 + 2 * bz * q1, 2 * bx * q2 + 2 * bz * q4, -2 * bx * q1 + 2 * bz * q3],
      [2 * bx * q3, 2 * bx * q4 - 4 * bz * q2, 2 * bx * q1 - 4 * bz * q3, 2 * bx * q2],
    ]
    // Equation 34, and the normalisation of equation 44.
    var gradient = [0.0, 0.0, 0.0, 0.0]
    for column in 0..<4 {
      for row in 0..<6 { gradient[column] += j[row][column] * f[row] }
    }
    let norm = length(gradient)
    let divisor = endsAtAnEighth ? max(norm, 8 * beta * dt) : norm
    let direction = gradient.map { $0 / divisor }

    // Equations 47 to 49.
    let omegaError = product(conjugate(q), direction).map { 2 * $0 }
    for i in 0..<3 { omegaBias[i] += zeta * omegaError[i + 1] * dt }
    let omegaC = (0..<3).map { omega[$0] - omegaBias[$0] }

    // Equations 11 and 42 to 43.
    let rate = product(q, [0, omegaC[0], omegaC[1], omegaC[2]])
    q = unit((0..<4).map { q[$0] + (0.5 * rate[$0] - beta * direction[$0]) * dt })
  }
}

/// R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear complementary filters on the special orthogonal group", 2008: the
/// explicit complementary filter in quaternions, equations 47 and 48, for up and a field whose reference lies in the plane
/// of y and z and has the measured inclination.
struct MahonyTranscription {
  var q: [Double]
  var kP = 0.5
  var kI = 0.0
  var b = [0.0, 0.0, 0.0]

  mutating func update(_ omegaY: [Double], _ accelerometer: [Double], _ magnetometer: [Double], _ dt: Double) {
    let v1 = unit(accelerometer)
    let v2 = unit(magnetometer)
    let h = product(product(q, [0, v2[0], v2[1], v2[2]]), conjugate(q))
    let horizontal = (h[1] * h[1] + h[2] * h[2]).squareRoot()

    let v1Hat = product(product(conjugate(q), [0, 0, 0, 1]), q)
    let v2Hat = product(product(conjugate(q), [0, 0, horizontal, h[3]]), q)
    let e1 = cross(v1, Array(v1Hat[1...]))
    let e2 = cross(v2, Array(v2Hat[1...]))
    let omegaMes = (0..<3).map { e1[$0] + e2[$0] }

    for i in 0..<3 { b[i] -= kI * omegaMes[i] * dt }
    let omega = (0..<3).map { omegaY[$0] - b[$0] + kP * omegaMes[$0] }
    let rate = product(q, [0, omega[0], omega[1], omega[2]])
    q = unit((0..<4).map { q[$0] + 0.5 * rate[$0] * dt })
  }
}

private func product(_ a: [Double], _ b: [Double]) -> [Double] {
  [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ]
}

private func conjugate(_ a: [Double]) -> [Double] { [a[0], -a[1], -a[2], -a[3]] }

private func cross(_ a: [Double], _ b: [Double]) -> [Double] {
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

private func length(_ a: [Double]) -> Double { a.reduce(0) { $0 + $1 * $1 }.squareRoot() }

private func unit(_ a: [Double]) -> [Double] {
  let norm = length(a)
  return a.map { $0 / norm }
}
