//===- softmax.cpp - What the simulator's speed is measured against -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A straightforward softmax of the rows of a bf16 array on one thread. Prints
// the seconds of processor time that the fastest of five runs took.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

static float toFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

static uint16_t toBFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static void softmax(const uint16_t *x, uint16_t *y, size_t columns,
                    std::vector<float> &row) {
  float maximum = -INFINITY;
  for (size_t i = 0; i < columns; ++i) {
    row[i] = toFloat(x[i]);
    maximum = std::max(maximum, row[i]);
  }
  float sum = 0;
  for (size_t i = 0; i < columns; ++i) {
    row[i] = std::exp(row[i] - maximum);
    sum += row[i];
  }
  for (size_t i = 0; i < columns; ++i)
    y[i] = toBFloat(row[i] / sum);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  size_t rows = std::strtoull(argv[1], nullptr, 10);
  size_t columns = std::strtoull(argv[2], nullptr, 10);
  std::vector<uint16_t> x(rows * columns), y(rows * columns);
  uint32_t state = 1;
  for (uint16_t &value : x) {
    state = state * 1664525 + 1013904223;
    value = toBFloat(float(state >> 8) / float(1 << 22) - 2.0F);
  }
  std::vector<float> row(columns);
  double best = INFINITY;
  for (int run = 0; run < 5; ++run) {
    std::clock_t start = std::clock();
    for (size_t i = 0; i < rows; ++i)
      softmax(&x[i * columns], &y[i * columns], columns, row);
    double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, seconds);
  }
  // So that the work isn't optimised away.
  std::fprintf(stderr, "%d\n", y.back());
  std::printf("%.6f\n", best);
  return 0;
}
